// A log that keeps its entries, for tests.
import type { Log } from '../../src/adapters/telemetry/service-log.ts';

export type Told = { readonly level: keyof Log; readonly fields: object; readonly message: string };

export const recordedLog = () => {
  const told: Told[] = [];
  const at = (level: keyof Log) => (fields: object, message: string) =>
    void told.push({ level, fields, message });
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') };
  return { log, told, levels: () => told.map(({ level }) => level) };
};
