// What is wrong with a request: the text of the Fault that answers it. It never repeats a value of the request.

export class Refusal extends Error {}
