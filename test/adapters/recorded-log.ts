// A log that keeps its entries, for tests.
import type { Log } from '../../src/adapters/telemetry/service-log.ts';

export type LoggedLine = { readonly level: keyof Log; readonly fields: object; readonly message: string };

export const recordedLog = () => {
  const logged: LoggedLine[] = [];
  const at = (level: keyof Log) => (fields: object, message: string) =>
    void logged.push({ level, fields, message });
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') };
  return { log, logged, levels: () => logged.map(({ level }) => level) };
};
