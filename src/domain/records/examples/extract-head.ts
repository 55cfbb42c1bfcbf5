/** The members that every example of an extract begins with. */
export const exampleHead = {
  ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
  ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
  time_created: { value: '20260115101500' },
};
