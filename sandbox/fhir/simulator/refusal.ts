// A request that the simulator does not take: its status, and an OperationOutcome that says why.

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
