// An invalid request. The message becomes the text of the Fault, and never quotes a value of the request.

export class Refusal extends Error {}
