// What the mutation run covers: the code where a wrong line can harm a patient, with the tests that should notice.

export type Area = {
  /** Files to mutate, as globs. */
  readonly mutate: readonly string[];
  /** Folders and files of tests that run against each mutant. */
  readonly tests: readonly string[];
};

const contracts = ['test/adapters/ehr/contract', 'test/adapters/ehr/ehr-contract.test.ts'];

export const areas: Readonly<Record<string, Area>> = {
  rules: { mutate: ['src/domain/rules/**/*.ts'], tests: ['test/domain'] },
  model: { mutate: ['src/domain/model/**/*.ts'], tests: ['test/domain', 'test/http/input.test.ts'] },
  'use-cases': { mutate: ['src/domain/use-cases/**/*.ts'], tests: ['test/domain'] },
  gates: { mutate: ['src/http/gates/**/*.ts'], tests: ['test/http', 'test/attacks/rate-limit.test.ts'] },
  authentication: {
    mutate: ['src/http/authentication/**/*.ts'],
    tests: [
      'test/http/authentication',
      'test/http/gates.test.ts',
      'test/http/bound-tokens.test.ts',
      'test/http/representation.test.ts',
      'test/attacks/tokens',
    ],
  },
  transport: {
    mutate: ['src/adapters/ehr/transport/**/*.ts'],
    tests: ['test/adapters/ehr/transport', 'test/faults'],
  },
  dosage: {
    mutate: ['src/adapters/ehr/translation/dosage/**/*.ts'],
    // The cases of the page alone: every other test reads doses beside much else, and takes minutes for each mutant.
    tests: ['test/adapters/ehr/translation/dosage', 'test/adapters/ehr/dosages'],
  },
  words: {
    mutate: ['src/adapters/ehr/translation/words/**/*.ts', 'src/adapters/ehr/fhir/elements/listed-words.ts'],
    tests: ['test/adapters/ehr/words', 'test/adapters/ehr/fhir/cases.test.ts'],
  },
  markup: {
    mutate: ['src/adapters/ehr/translation/markup/**/*.ts'],
    tests: [
      'test/adapters/ehr/translation',
      'test/adapters/ehr/fhir/notes',
      'test/adapters/ehr/fhir/cases.test.ts',
      'test/adapters/ehr/rivta/notes',
    ],
  },
  beneath: {
    mutate: ['src/adapters/ehr/*.ts', 'src/adapters/ehr/translation/*.ts', 'src/adapters/time/*.ts'],
    tests: [
      'test/adapters/ehr/translation',
      'test/adapters/ehr/fhir',
      'test/adapters/ehr/control-characters.test.ts',
      'test/adapters/ehr/read-document.test.ts',
      'test/adapters/ehr/send-once.test.ts',
      'test/adapters/ehr/table',
      'test/adapters/time',
      'test/http/two-systems.test.ts',
      'test/operators/metrics.test.ts',
      ...contracts,
    ],
  },
  'fhir/people': {
    mutate: ['src/adapters/ehr/fhir/search/**/*.ts', 'src/adapters/ehr/fhir/patients/**/*.ts'],
    tests: ['test/adapters/ehr/fhir'],
  },
  'fhir/writes': {
    mutate: ['src/adapters/ehr/fhir/writes/**/*.ts'],
    tests: ['test/adapters/ehr/fhir', 'test/faults/fhir-writes.test.ts'],
  },
  xml: {
    mutate: ['src/adapters/ehr/xml/**/*.ts', 'src/adapters/ehr/extracts/**/*.ts'],
    tests: ['test/adapters/ehr/xml', 'test/adapters/ehr/extracts', 'test/round-trip', ...contracts],
  },
};
