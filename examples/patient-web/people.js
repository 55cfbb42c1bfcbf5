// The names of the people for whom the user acts, as the health record system has them.

const path = '/patients/patient/';

const nameIn = ([record] = []) => {
  const { PatientGivenName: given = [], PatientFamilyName: family } =
    record?.PatientEHRExtract?.[0]?.Patient?.PatientName ?? {};
  return [...given.map(({ value }) => value), family].filter(Boolean).join(' ');
};

/** Adds the name to each option, whose value is the number of a patient. Where there is no name, the number remains. */
export const showNames = ({ call, options }) =>
  Promise.all(
    options.map(async option => {
      try {
        const { json } = await call(path, { patient: option.value });
        const name = nameIn(json);
        if (name !== '') option.textContent = `${name} (${option.value})`;
      } catch {
        // Not a failure of the app: the user may have lost the right to act for this person, and the view says so when it is opened.
      }
    }),
  );
