// The care units whose records an answer hands out, for the access log (D23).

/** How many units are named; of the others only the number is. */
const maxUnits = 50;
/** Characters of an id that are kept. An HSA-id has 31 at most, but the id is whatever the EHR sent. */
const maxLength = 128;

/** Collects the care units of an answer for the access log (D23). */
export const careUnits = () => {
  const ids = new Set<string>();
  return {
    /** Adds the unit of a released record; undefined if the record names none. */
    add(unit: string | undefined): void {
      if (unit !== undefined) ids.add(unit.slice(0, maxLength));
    },
    /** The ids, each once, in the order of the records. If there are more than 50, the rest is one last text, such as `"+12"`. */
    list(): readonly string[] {
      const named = [...ids].slice(0, maxUnits);
      return ids.size > maxUnits ? [...named, `+${ids.size - maxUnits}`] : named;
    },
  };
};
