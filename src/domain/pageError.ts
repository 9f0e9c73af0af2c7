/** An error of the page as it is reported to the server (`pageErrorOf`). */
export interface PageError {
  /** `TypeError`, `RangeError` … */
  name: string;
  message: string;
  /** The calls in the program, the innermost first, one in each line. */
  stack: string;
  /** Components around the error, the innermost first, one in each line; '' outside of the page's components. */
  components: string;
  /** The tag of the node that could not be shown; '' for an action. */
  tag: string;
  /** The path of this node in its document; '' for an action. */
  place: string;
  /** Path of the page's address, without parameters. */
  page: string;
}

/** Maximum length, in characters, of a line of a stack. */
const MAX_LINE_LENGTH = 300;

/** Maximum lengths, in characters, of the parts of a report. */
export const PAGE_ERROR_LIMITS: Readonly<Record<keyof PageError, number>> = {
  name: 80,
  message: 300,
  stack: 6_000,
  components: 3_000,
  tag: 64,
  place: 300,
  page: 200,
};

/** Matches an identifier in the program's code, such as the name of a property. */
const IDENTIFIER = /^[\w$.[\]-]{0,40}$/;
/** Matches the words that browsers write before a quoted identifier: `reading 'rows'`, `property "rows"`. */
const BEFORE_IDENTIFIER = /(?:reading|setting|evaluating|property|execute|execute '\w+' on) $/;

/**
 * Returns the message of an error without most of what people may have typed. Removed are data that a parser quotes,
 * quoted texts that are no identifiers of the program's code, addresses, everything that is not English, numbers of
 * four digits and more, and decimals. Words in Latin letters without quotes and short numbers stay.
 */
export const withoutValues = (message: string): string =>
  message
    .replace(/["'`].*(?= is not valid JSON)/s, '…')
    .replace(/["'`]\s*[{[][\s\S]*$/, '…')
    .replace(/(["'`])([^"'`]*)\1/g, (all, quote: string, inner: string, start: number, text: string) =>
      IDENTIFIER.test(inner) && BEFORE_IDENTIFIER.test(text.slice(0, start)) ? all : `${quote}…${quote}`,
    )
    .replace(/\S+@\S+|https?:\/\/\S+/g, '…')
    .replace(/[^\u0020-\u007e…]+/g, '…')
    .replace(/\d{4,}|\d+[.,]\d+/g, '#');

/** Returns the lines of a stack that name a call in the program, without the host and parameters of addresses. */
const callLinesOf = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(at |in )|@.*:\d+:\d+$|@$/.test(line))
    .map((line) =>
      line
        .replace(/[a-z-]+:\/\/[^/\s)]+/g, '')
        .replace(/[?#][^:\s)]*/g, '')
        .replace(/[^\u0020-\u007e]+/g, '…')
        .slice(0, MAX_LINE_LENGTH),
    )
    .join('\n');

/** Returns a report without most of what people may have typed (`withoutValues`), each part within its limit. */
export function withoutPersonalValues(error: PageError): PageError {
  const { name, message, stack, components, tag, place, page } = error;
  const cleanedError: PageError = {
    name: withoutValues(name),
    message: withoutValues(message),
    stack: callLinesOf(stack),
    components: callLinesOf(components),
    tag: withoutValues(tag),
    place: withoutValues(place),
    page: withoutValues(page.replace(/[?#].*$/s, '')),
  };
  return Object.fromEntries(
    Object.entries(cleanedError).map(([key, text]) => [
      key,
      (text as string).slice(0, PAGE_ERROR_LIMITS[key as keyof PageError]),
    ]),
  ) as unknown as PageError;
}

/** Returns the report of a thrown value, which need not be an Error. */
export const pageErrorOf = (error: unknown, where: Omit<PageError, 'name' | 'message' | 'stack'>): PageError =>
  withoutPersonalValues({
    ...(error instanceof Error
      ? { name: error.name, message: error.message, stack: error.stack ?? '' }
      : { name: typeof error, message: typeof error === 'string' ? error : '', stack: '' }),
    ...where,
  });
