type Option = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What would make the chart build HTML or load from elsewhere: not taken from a document. */
const LEFT_OUT = new Set(['extraCssText', 'renderMode', 'formatter', 'toolbox', 'link', 'sublink', 'graphic', 'image']);

/** Text formatters with `{b}` placeholders are data; only those of tooltips would be HTML, and these are drawn as text. */
const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, own]) => !(LEFT_OUT.has(key) && !(key === 'formatter' && typeof own === 'string')))
      .map(([key, own]) => [key, cleaned(own)]),
  );
};

/** The option that was drawn of figures, with what the document says beside it. Its own functions (texts of axes) stay. */
export const drawnOption = (drawn: Record<string, unknown>, option: Option = {}): Record<string, unknown> => ({
  animationDuration: 300,
  ...drawn,
  ...(cleaned(option) as Record<string, unknown>),
  ...(isObject(drawn.tooltip) ? { tooltip: { ...drawn.tooltip, renderMode: 'richText', confine: true } } : {}),
});

/**
 * The option of the document as the chart takes it: rows as its dataset, the tooltip drawn on the canvas (HTML with
 * inline styles is refused by the page's policy), animation short.
 */
export function chartOption(option: Option, rows: readonly unknown[] | null): Record<string, unknown> {
  const own = cleaned(option) as Record<string, unknown>;
  return {
    animationDuration: 300,
    ...own,
    ...(isObject(own.tooltip) ? { tooltip: { ...own.tooltip, renderMode: 'richText', confine: true } } : {}),
    ...(rows === null || rows.length === 0 ? {} : { dataset: { source: rows } }),
  };
}
