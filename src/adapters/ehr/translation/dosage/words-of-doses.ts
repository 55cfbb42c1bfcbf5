// The Swedish and English words by which a prescriber tells a dose (D38, one dosage in every region). Each list is a part of a pattern
// for texts in small letters, with one kind of hyphen, `x` and decimal point (told-dose.ts).
const oneOf = (list: string): string => `(?:${list.trim().replaceAll(/\s*\|\s*/g, '|')})`;

const wordsOfNumbers: readonly (readonly [number: number, words: string])[] = [
  [1.5, 'en och en halv | ett och ett halvt | one and a half'],
  [0.5, 'en halv | ett halvt | half a | one half | halva | halvt | halv | half'],
  [2, 'två | two'],
  [3, 'tre | three'],
  [4, 'fyra | four'],
  [5, 'fem | five'],
  [6, 'sex | six'],
  [7, 'sju | seven'],
  [8, 'åtta | eight'],
  [9, 'nio | nine'],
  [10, 'tio | ten'],
  [11, 'elva | eleven'],
  [12, 'tolv | twelve'],
];

/** Numbers from two in words: unlike `en` and `one`, they are always numbers. */
export const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  wordsOfNumbers.flatMap(([number, words]) => words.split(' | ').map(word => [word, number])),
);

/** Words that are a number only directly before the unit of a dose. */
export const oneWords: Readonly<Record<string, number>> = { en: 1, ett: 1, one: 1, an: 1, a: 1 };

const number = `(?:\\d+(?:\\.\\d+)?|${[...Object.keys(numberWords), ...Object.keys(oneWords)].join('|')})`;

/** A number of the words' own, or a range. */
export const numberPattern = `(?:${number}\\s*(?:-|till|to|eller|or)\\s*)?(${number})`;

export const weekdays = oneOf(`
  (?:mån|tis|ons|tors|fre|lör|sön)dag(?:ar|en)?(?:smorgon|smorgnar|skväll|skvällar)? |
  (?:mon|tues|wednes|thurs|fri|satur|sun)days?`);

export const timesOfDay = oneOf(`
  kl\\.?\\s?\\d{1,2}(?:[.:]\\d\\d)? | klockan\\s\\d{1,2} | \\d{1,2}:\\d\\d | at\\s\\d{1,2}\\s?[ap]\\.?m\\.? |
  (?:till|på|om|varje)\\s(?:natten|natt|kvällen|kväll|morgonen|morgon|eftermiddagen|förmiddagen|dagen) |
  (?:morgon|kväll|natt|middag|förmiddag|eftermiddag|lunch)(?:en)? |
  (?:före|efter|till|vid)\\s?(?:frukost|lunch|middag|middagen|kvällsmat|kvällsmaten|sänggående|sänggåendet|läggdags|uppvaknandet) |
  (?:in\\sthe|every|each|at)\\s(?:morning|evening|afternoon|night|noon|bedtime) |
  (?:morning|evening|noon|night|bedtime|breakfast|lunch|dinner|supper|nightly|nocte|mane|hs|qhs|qam|qpm)`);

const period = oneOf(`
  dag | dagen | dygn | dygnet | d | vecka | veckan | månad | månaden | år | året | timme | tim |
  day | week | month | year | hour | hr`);

const frequencies = oneOf(`
  dagligen | daily | weekly | monthly | en\\sgång | engångsdos | (?<!at\\s)once | twice | thrice | single\\sdose | stat |
  ${number}\\s*(?:gånger|gång|ggr|ggn|times?|x)(?![\\p{L}\\d]) |
  (?:varje|per|om|each|every|an?)\\s${period}(?![\\p{L}\\d]) | i\\s(?:veckan|månaden|timmen) |
  x\\s?[1-9](?![\\d.,]|\\s?(?:mg|g|ml|cm|mm|m|tab\\p{L}*|kaps\\p{L}*)(?!\\p{L})) |
  varannan | vartannat | var(?:t)?\\s?(?:tredje|fjärde|femte|sjätte|sjunde|åttonde|tolfte|\\d+(?:\\s?-\\s?\\d+)?(?::?[ae])?)\\s\\p{L}+ |
  every\\s(?:other\\s|second\\s|third\\s|${number}(?:\\s?(?:-|to)\\s?${number})?\\s?)(?:hours?|hrs?|h|days?|weeks?|months?) |
  (?:bid|tid|qid|qd|od|bd|tds|qds|qod|qam|prn|b\\.i\\.d\\.|t\\.i\\.d\\.|q\\.i\\.d\\.|q\\d{1,2}(?:-\\d{1,2})?h)`);

/** How often, or when. */
export const howOften = `(?:${frequencies}|${weekdays}|${timesOfDay})`;

/** That it is taken only on a condition. */
export const conditions = oneOf(`
  vid\\sbehov | vid\\s(?:\\p{L}+\\s(?:(?:eller|och)\\s)?)?(?:\\p{L}*(?:smärt|värk|kramp|besvär|symtom|anfall|sömnsvårighet)\\p{L}*|feber|illamående|oro|ångest|klåda|andnöd|yrsel|hosta|halsbränna|diarré|förstoppning|allergi|oregelbunden) |
  om\\sdet\\sbehövs | behov | v\\.?\\s?b\\.? | prn | p\\.r\\.n\\. | (?:as|if|when)\\s(?:needed|required|necessary) |
  for\\s(?:pain|fever|nausea|anxiety|itching|sleep|cough|headache)`);

/** What makes of the number behind it the most, and not the dose. */
export const maxima = oneOf(`
  högst | max(?:\\.|imalt?|imala|imum|imum\\sof|dos|dosen|dygnsdos|dygnsdosen)? | som\\smest | upp\\still | up\\sto | at\\s(?:the\\s)?most |
  (?:mer|fler)\\sän | (?:more|greater)\\sthan | exceed(?:ing)? | över(?:skrid|stig)(?:a|er|as|s)? | (?:inte|ej|aldrig)\\söver`);

/** Words behind which a number, up to three words further, is a change of the dose, another dose, or one to skip. */
export const doseChanges = oneOf(`
  (?:ök|höj|minsk|sänk|trapp|upptrapp|nedtrapp|dosök|dosminsk)(?:a|as|ar|s|er|de|ade|ning)? |
  (?:increase|decrease|reduce|taper|titrate)[sd]? | ytterligare | extra | another | additional | hoppa\\söver | skip`);

/** What makes of the number behind it the content of a package or of a unit (`1 tablett = 2,5 mg`), or one of several factors. */
export const packages = oneOf(`
  förpackning | förpackningar | förp\\.? | packning | burk | ask | flaska | à | a | x | pack(?:\\sof)? | box(?:\\sof)? | bottle(?:\\sof)? |
  antal | recept\\spå | dispense | disp\\.? | quantity | qty\\.? | innehåller | motsvarar | contains | \\p{L}{4,}\\s?=`);

/** Words that begin advice: a condition, a time or a length up to three words behind them is not the dose's (`återbesök om 2 veckor`). */
export const besideDose = oneOf(`
  (?:ej|inte)(?!\\s(?:mer|fler)\\s) | aldrig | undvik | sök | kontakta | ring | avbryt | sluta | kontroll(?:en|er|era|eras)? | (?:pk-|blod)?prov(?:et|er|tagning)? |
  (?:åter|läkar)?besök | uppföljning | not | never | avoid | stop | call | contact | seek | check(?:s|ed)? | tests? | monitor(?:ed|ing)? | visit | follow-up`);

/** What a volume is taken with, and is no dose. */
export const liquids = oneOf(`
  vatten | vätska | dryck | juice | saft | mjölk | natriumklorid | nacl | glukos | water | fluid | milk | liquid`);

const timeNouns = 'dag(?:ar)?|dygn|veckor|vecka|månader|månad|days?|weeks?|months?|wks?';
const months = 'jan|feb|mars|march|apr|maj|may|juni|june|juli|july|aug|sep|okt|oct|nov|dec';

/** A length, a date, or a word behind which there is one: `till` alone is in `1 till 2` and in `till natten`. */
export const lengths = oneOf(`
  (?:i|for|under|x)\\s${number}(?:\\s?-\\s?${number})?\\s?(?:${timeNouns})(?!\\p{L}) |
  ${number}(?:-${number})?\\s(?:dagar|veckor|månader|days|weeks|months)(?!\\p{L}) | ${number}[\\s-]?(?:dagars|veckors|day|week)\\s(?:kur|behandling|course) |
  till\\soch\\smed | till\\sden\\s\\d | till\\s(?:på\\s)?${weekdays} | t\\.?\\s?o\\.?\\s?m\\.? | f\\.?\\s?r\\.?\\s?o\\.?\\s?m\\.? | tills | until | through`);
export const dates = oneOf(`
  \\d{4}-\\d\\d-\\d\\d | \\d{1,2}/\\d{1,2}(?:[ -/]\\d{2,4})? | \\d{1,2}\\s(?:${months})\\p{L}* | (?:${months})\\p{L}*\\s\\d{1,2}`);
