// The circuit of a system: after failures in a row the system is left alone, and probed now and then (D14). It takes the
// failures of several patients to open it: one whose data always fails says nothing about the others (D31).
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Consumer } from '../../../../ports/call.ts';

/** Failures in a row that open the circuit, and of how many patients at least. */
const opensAfter = { failures: 15, patients: 3 };
/** Milliseconds until an open circuit is probed. */
const probedAfter = 1000;
/** Milliseconds in which a patient whose probe has failed is not the next probe, so that others can close the circuit. */
const othersFirst = 5000;

type Patient = Consumer['patient'];

export type Circuit = {
  /** Does the work; throws `ehr-unreachable` where the circuit is open. While one call probes, the others are refused. */
  run(patient: Patient, work: () => Promise<void>): Promise<void>;
  isOpen(): boolean;
};

/** What has failed since the last success. */
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
        failures = 0;
        patients.clear();
      },
      failure: () => failures >= opensAfter.failures && patients.size >= opensAfter.patients,
    },
  };
};

/** @param isUnwell whether a failure says that the system is not well. */
export const patientCircuit = (isUnwell: (error: unknown) => boolean): Circuit => {
  const { add, breaker } = failuresInARow();
  const policy = circuitBreaker(handleWhen(isUnwell), { halfOpenAfter: probedAfter, breaker });
  let failedProbe: { readonly patient: Patient; readonly until: number } | undefined;

  const observed = (patient: Patient, work: () => Promise<void>) => async () => {
    const isProbe = policy.state === CircuitState.HalfOpen;
    try {
      await work();
    } catch (error) {
      if (isUnwell(error)) {
        add(patient);
        if (isProbe) failedProbe = { patient, until: performance.now() + othersFirst };
      }
      throw error;
    }
  };

  /** Whether another patient's call is to be the next probe. */
  const isHeldBack = (patient: Patient): boolean =>
    failedProbe !== undefined && failedProbe.patient === patient && performance.now() < failedProbe.until;

  const isRefused = (patient: Patient): boolean =>
    policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && isHeldBack(patient));

  return {
    run: async (patient, work) => {
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
    isOpen: () => policy.state === CircuitState.Open || policy.state === CircuitState.HalfOpen,
  };
};
