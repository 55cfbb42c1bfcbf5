// The tables for Fjällvård: the rows are the same in both formats, and system.json says how the formats differ.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { TableFiles } from '../table-ehr.ts';
import type { Format } from './simulator.ts';

/** The rows of all kinds; `$unit` stands for where a note names its unit. */
const rows = readFileSync(new URL('rows.yaml', import.meta.url), 'utf8');

const notVoided = { from: 'voided', shown: [false], hidden: [true] };

/** Fjällvård's tables. @param format how it answers. */
export const fjallvardTables = (format: Format): TableFiles => {
  const isJson = format === 'json';
  /** Where something stands in the answer. */
  const at = (path: string) => (isJson ? path : `answer/${path}`);
  const next = isJson
    ? { offset: 'offset', total: at('meta/total') }
    : { page: 'page', first: 1, more: at('meta/more') };
  const units = { map: at('data/units'), ignore: { parent: 'the unit above it' } };
  const unitsWithoutName = {
    map: at('data/units'),
    ignore: { parent: 'the unit above it', name: 'not in notes' },
  };
  const staff = { map: at('data/staff') };
  const ofId = { record: 'patientGuid', is: 'id' };
  const bodyIn = (root: string, body: object) => (isJson ? body : { [root]: body });
  const patient = (list: string) => `/fv/v3/patients/{id}/${list}`;
  const refusals = [
    {
      status: 200,
      body: { [at('error/code')]: ['E_ALREADY', 'E_PAID'] },
      result: 'INFO',
      comment: at('error/message'),
    },
    { status: 200, body: { [at('error/code')]: ['E_NOT_FOUND'] }, result: 'unknown-booking' },
    { status: 200, body: { [at('error')]: 'present' }, result: 'ERROR', comment: at('error/message') },
  ];
  return {
    ...parse(rows.replaceAll('$unit', isJson ? 'unit' : '^/unit')),
    'system.json': {
      format,
      good: { [at('error')]: 'absent' },
      beside: { [at('meta')]: 'about the answer' },
      unknownPatient: 'empty-lookup',
      lookup: {
        method: 'POST',
        path: '/fv/v3/patients/search',
        body: isJson
          ? { criteria: { identifier: '{patient}' } }
          : { search: { criteria: { identifier: '{patient:8-4}' } } },
        items: at('data/hits'),
        owner: { record: 'identifiers[type=PNR]/value' },
        id: 'guid',
      },
      kinds: {
        patients: {
          path: '/fv/v3/patients/{id}',
          record: at('data'),
          owner: { record: 'identifiers[type=PNR]/value' },
          visible: 'all',
          protected: { from: 'protection/code', words: { 0: false, 1: true, 2: true } },
        },
        contacts: {
          path: patient('encounters'),
          query: { from: { value: '{from:yyyy-MM-dd}', else: '1900-01-01' } },
          items: at('data/encounters'),
          owner: isJson ? ofId : { record: 'pnr', form: '10', born: { lookup: 'bornOn' } },
          visible: notVoided,
          refers: { units, staff },
          next,
        },
        attentionSignals: {
          path: patient('alerts'),
          items: at('data/alerts'),
          owner: isJson ? ofId : { record: 'pnr', form: '6-4' },
          visible: [
            notVoided,
            { from: 'confidential', shown: [false], hidden: [true], when: { kind: ['WARNING'] } },
          ],
        },
        prescriptions: {
          path: patient('medications'),
          items: at('data/medications'),
          owner: isJson ? ofId : { record: 'pnr', form: '10', born: 'born' },
          visible: { from: 'state', shown: ['A', 'P', 'E'], hidden: ['X'] },
          refers: { staff },
          next,
        },
        journalNotes: {
          path: patient('notes'),
          items: isJson ? 'data/notes' : 'answer/data/encounters*/notes*',
          owner: isJson ? ofId : { record: '^/pnr' },
          visible: [
            notVoided,
            { from: 'visibility', shown: ['PATIENT', 'DELAYED'], hidden: ['STAFF_ONLY'] },
            { from: 'visibleFrom', until: 'now', when: { visibility: ['DELAYED'] } },
          ],
          refers: { units: unitsWithoutName, staff },
          next,
        },
        appointments: {
          path: patient('bookings'),
          items: at('data/bookings'),
          owner: isJson ? ofId : { record: 'pnr' },
          visible: 'all',
          refers: { units },
        },
        videoMeetings: {
          path: patient('bookings'),
          items: at('data/bookings'),
          owner: isJson ? ofId : { record: 'pnr' },
          only: { from: 'mode', words: ['VIDEO'], others: ['VISIT', 'PHONE'] },
          visible: 'all',
          refers: {
            units: { ...units, ignore: { parent: 'the unit above it', hsaId: 'a meeting names its unit' } },
          },
        },
      },
      writes: {
        arrive: {
          method: 'PATCH',
          path: '/fv/v3/bookings/{booking}',
          headers: { 'If-Match': '"{booking:revision}"' },
          body: bodyIn('booking', { state: 'ARRIVED', patient: '{id}' }),
          results: [{ status: 200, body: { [at('data/state')]: ['ARRIVED'] }, result: 'OK' }, ...refusals],
        },
        pay: {
          method: 'POST',
          path: '/fv/v3/bookings/{booking}/payments',
          body: bodyIn('payment', {
            amountOre: '{booking:priceOre}',
            method: '{paymentType}',
            patient: '{id}',
          }),
          results: [
            {
              status: 200,
              body: { [at('data/receiptNo')]: 'present' },
              result: 'OK',
              comment: at('data/receiptNo'),
            },
            ...refusals,
          ],
        },
      },
    },
  };
};
