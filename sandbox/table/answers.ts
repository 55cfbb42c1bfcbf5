// What Nordvik's answers say of themselves.
export type Answer = { readonly status: number; readonly body: object };

export const success = (members: object): Answer => ({
  status: 200,
  body: { generated: new Date().toISOString(), ...members },
});
export const errorAnswer = (status: number, code: string): Answer => ({ status, body: { error: { code } } });
export const unknown = (code: string): Answer => errorAnswer(404, code);

/** In JSON, Nordvik says in each answer what became of the request, and answers 200 also where it does not know a person. */
export const withResult = ({ status, body }: Answer): Answer => {
  const { error } = body as { readonly error?: { readonly code: string } };
  const result = error?.code ?? 'OK';
  const isKnown = error === undefined || !result.startsWith('UNKNOWN_');
  return { status: isKnown ? status : 200, body: error === undefined ? { result, ...body } : { result } };
};
