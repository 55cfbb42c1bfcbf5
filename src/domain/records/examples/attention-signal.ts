import type { AttentionSignalRecord } from '../attention-signal.ts';
import { exampleHead } from './extract-head.ts';

export const attentionSignalExample: AttentionSignalRecord = {
  XSDVersion: { version: 0.2 },
  AttentionSignalEHRExtract: [
    {
      ...exampleHead,
      AttentionSignal: {
        RcId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:AttentionSignal:311' },
        SignalVersionDateTime: { value: '20100312140000' },
        SignalVerifiedDateTime: '20100312140000',
        SignalActive: true,
        SignalWarningSubType: 'Läkemedelsöverkänslighet',
        HypersensitivityType: {
          Heading: 'Penicillin',
          Severity: 'Livshotande',
          Reaction: 'Anafylaxi',
          Certitude: 'Säker',
          SignalATCCodes: {
            SignalATCCode: [{ code: 'J01CE', displayName: { value: 'betalaktamaskänsliga penicilliner' } }],
          },
        },
      },
      Patient: {
        PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientProtectedId: false,
      },
      CareUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
    },
  ],
};
