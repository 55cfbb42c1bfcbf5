// Checks on JSON texts that JSON.parse does not make.

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Whether any object in a JSON text has a repeated member. JSON.parse takes the last one, other parsers the first.
 * @param json a text that JSON.parse accepts.
 */
export const hasRepeatedMembers = (json: string): boolean => {
  /** The members of each open object; `undefined` for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let text: string | undefined;
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(text ?? '""') as string;
      const members = open.at(-1);
      if (members?.has(name)) return true;
      members?.add(name);
    } else if (token !== ',') text = token;
  }
  return false;
};
