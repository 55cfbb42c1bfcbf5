// What every generated client is asked for.

export type Settings = { readonly baseUrl: string; readonly headers: Record<string, string> };

export type Called = {
  /** The ids of all video meetings. */
  readonly actionIds: readonly string[];
  /** The state and the unit of the first booking. */
  readonly state: string | undefined;
  readonly unit: string | undefined;
};

export type Call = (settings: Settings) => Promise<Called>;
