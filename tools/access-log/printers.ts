// Prints entries one at a time: as lines, or grouped into FHIR Bundles.
import { printableJson } from '../../src/domain/model/printable.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { UsageError } from '../command.ts';
import { type AuditEvent, auditEvent } from './audit-event.ts';
import { asCsv, asJsonLines, type Rendering } from './render.ts';

/** Prints a line; resolves when output can take more. */
type PrintLine = (line: string) => Promise<void>;

export type Printer = {
  begin(): Promise<void>;
  entry(entry: AccessEntry): Promise<void>;
  /** @param outcome whether all was read. */
  end(outcome: { readonly isWhole: boolean }): Promise<void>;
};

/** Prints the header and a line for each entry. */
export const linePrinter = ({ head, line }: Rendering, print: PrintLine): Printer => ({
  begin: async () => {
    if (head !== undefined) await print(head);
  },
  entry: entry => print(line(entry)),
  end: async () => {},
});

/** The maximum number of AuditEvents in a Bundle. */
const maxEvents = 500;

/** Prints FHIR Bundles of AuditEvents, one Bundle per line; none if there are no entries. */
const bundlePrinter = (print: PrintLine): Printer => {
  let events: AuditEvent[] = [];
  const printBundle = async () => {
    // An update with an id of ours: a repository that takes the same Bundle twice has each event once.
    const entry = events.map(({ id, resource }) => ({
      fullUrl: `urn:uuid:${id}`,
      resource,
      request: { method: 'PUT', url: `AuditEvent/${id}` },
    }));
    events = [];
    await print(printableJson({ resourceType: 'Bundle', type: 'batch', entry }));
  };
  return {
    begin: async () => {},
    entry: async entry => {
      events.push(auditEvent(entry));
      if (events.length === maxEvents) await printBundle();
    },
    end: async () => {
      if (events.length > 0) await printBundle();
    },
  };
};

/** @throws UsageError for an unknown format. */
export const exportPrinter = (format: string, print: PrintLine): Printer => {
  if (format === 'csv') return linePrinter(asCsv, print);
  if (format === 'json') return linePrinter(asJsonLines, print);
  if (format === 'fhir') return bundlePrinter(print);
  throw new UsageError('--format: csv, json or fhir.');
};
