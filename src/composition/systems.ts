// The region's health record systems, opened with the adapters that the profile names.
import { type OpenRegion, openRegion } from '../adapters/ehr/region.ts';
import type { Parts } from './parts.ts';

export const systemsOf = ({
  configuration: { region },
  clock,
  logger,
  onClose,
  time,
  telemetry,
  tracing,
  stopwatch,
}: Parts): OpenRegion => {
  const opened = openRegion({
    systems: region.systems,
    sources: region.sources,
    facts: { time, clock, reserveNumbersRoot: region.reserveNumbersRoot, log: logger },
    adapters: region.adapters,
    telemetry,
    tracing,
    stopwatch,
  });
  onClose(opened.close);
  return opened;
};
