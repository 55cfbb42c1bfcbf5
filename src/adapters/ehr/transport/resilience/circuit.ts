// The circuit breaker of a system (D14): consecutive failures open it, and while it is open only probes are sent. The
// failures must concern several patients: one patient's data may always fail without affecting the others (D31).
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Consumer } from '../../../../ports/call.ts';

/** How many consecutive failures open the circuit, and how many patients they must concern at least. */
const opensAfter = { failures: 15, patients: 3 };
/** Milliseconds before an open circuit is probed. */
const probeAfterMs = 1000;
/** Milliseconds in which a patient whose probe failed is not probed again, so other patients can close the circuit. */
const failedProbePauseMs = 5000;

type Patient = Consumer['patient'];

/** Counts failures since the last success. */
const failuresInARow = () => {
  let failures = 0;
  const patients = new Set<Patient>();
  return {
    add: (patient: Patient) => {
      failures++;
      if (patients.size < opensAfter.patients) patients.add(patient);
    },
    breaker: {
      state: undefined,
      success: () => {
        // The case of nearly every call. Clearing a set makes a new one.
        if (failures === 0) return;
        failures = 0;
        patients.clear();
      },
      failure: () => failures >= opensAfter.failures && patients.size >= opensAfter.patients,
    },
  };
};

/** @param isUnhealthy whether a failure indicates that the system is unhealthy. */
export const patientCircuit = (isUnhealthy: (error: unknown) => boolean) => {
  const { add, breaker } = failuresInARow();
  const policy = circuitBreaker(handleWhen(isUnhealthy), { halfOpenAfter: probeAfterMs, breaker });
  let failedProbe: { readonly patient: Patient; readonly until: number } | undefined;

  const observed = (patient: Patient, work: () => Promise<void>) => async () => {
    const isProbe = policy.state === CircuitState.HalfOpen;
    try {
      await work();
    } catch (error) {
      if (isUnhealthy(error)) {
        add(patient);
        if (isProbe) failedProbe = { patient, until: performance.now() + failedProbePauseMs };
      }
      throw error;
    }
  };

  /** Whether a call must wait because its patient's last probe failed. */
  const isHeldBack = (patient: Patient): boolean =>
    failedProbe !== undefined && failedProbe.patient === patient && performance.now() < failedProbe.until;

  const isRefused = (patient: Patient): boolean =>
    policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && isHeldBack(patient));

  return {
    /** Does the work. Throws `ehr-unreachable` if the circuit is open. During a probe, all other calls are refused. */
    run: async (patient: Patient, work: () => Promise<void>): Promise<void> => {
      try {
        if (isRefused(patient)) throw new BrokenCircuitError();
        await policy.execute(observed(patient, work));
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error;
        throw new Failure('ehr-unreachable', {
          reason: 'ehr-circuit-open',
          detail: 'the circuit is open',
        });
      }
    },
    isOpen: (): boolean => policy.state === CircuitState.Open || policy.state === CircuitState.HalfOpen,
  };
};
