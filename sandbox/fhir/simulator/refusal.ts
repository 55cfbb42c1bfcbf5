// A request that the simulator refuses: the status, and an OperationOutcome with the reason.

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const outcomeOf = ({ code, message }: Pick<Refusal, 'code' | 'message'>) => ({
  resourceType: 'OperationOutcome',
  issue: [
    { severity: 'error', code, details: { text: message }, diagnostics: `at the simulator: ${message}` },
  ],
});

export const invalid = (message: string) => new Refusal(400, 'invalid', message);
