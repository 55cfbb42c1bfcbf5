// The variables of the process's environment, which the configuration is read from.

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a setting has a value that is not blank. */
export const isGiven = (environment: Environment, name: string): boolean =>
  (environment[name]?.trim() ?? '') !== '';
