type Option = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys of a chart option that could inject HTML or load external resources; removed from the options of documents. */
const FORBIDDEN_KEYS = new Set([
  'extraCssText',
  'renderMode',
  'formatter',
  'toolbox',
  'link',
  'sublink',
  'graphic',
  'image',
]);

/**
 * Removes the forbidden keys recursively. Keeps text formatters with placeholders such as `{b}`, because tooltips are
 * rendered as rich text, not as HTML.
 */
const sanitise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sanitise);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(FORBIDDEN_KEYS.has(key) && !(key === 'formatter' && typeof inner === 'string')))
      .map(([key, inner]) => [key, sanitise(inner)]),
  );
};

/**
 * Returns the option that was built from figures, with its keys overwritten by those of the document's option, except
 * `tooltip`: the built tooltip stays, because it contains functions.
 */
export const mergeOption = (builtOption: Record<string, unknown>, option: Option = {}): Record<string, unknown> => ({
  animationDuration: 300,
  ...builtOption,
  ...(sanitise(option) as Record<string, unknown>),
  ...(isObject(builtOption.tooltip)
    ? { tooltip: { ...builtOption.tooltip, renderMode: 'richText', confine: true } }
    : {}),
});

/**
 * Prepares a document's chart option: removes forbidden keys, adds the rows as the chart's dataset, renders the tooltip
 * on the canvas (the content security policy forbids inline styles), and shortens the default animation.
 */
export function chartOption(option: Option, rows: readonly unknown[] | null): Record<string, unknown> {
  const sanitisedOption = sanitise(option) as Record<string, unknown>;
  return {
    animationDuration: 300,
    ...sanitisedOption,
    ...(isObject(sanitisedOption.tooltip)
      ? { tooltip: { ...sanitisedOption.tooltip, renderMode: 'richText', confine: true } }
      : {}),
    ...(rows === null || rows.length === 0 ? {} : { dataset: { source: rows } }),
  };
}
