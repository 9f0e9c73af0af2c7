import type { FieldNode } from '../grammar/nodes.ts';

export type Serial = NonNullable<Extract<FieldNode, { serial?: unknown }>['serial']>;

/** Returns the serial number rule of a field whose value the server issues; undefined for other fields. */
export const serialOf = (node: FieldNode): Serial | undefined => ('serial' in node ? node.serial : undefined);

/**
 * Returns when the number is issued: at the first save, or in a form with an approval at the moment that the rule
 * defines (default: the first submission).
 */
export const serialMoment = ({ at }: Serial, hasFlow: boolean): 'save' | 'submit' =>
  hasFlow ? (at ?? 'submit') : 'save';

/** The texts before and after the running number, which are the same for all numbers of a period. */
export interface SerialPeriod {
  prefix: string;
  suffix: string;
  /** Minimum number of digits of the running number. */
  width: number;
}

/**
 * Returns the text around the running number on a day (`YYYY-MM-DD`). Days with the same text share one sequence of
 * numbers.
 */
export function serialPeriod({ rule }: Serial, day: string): SerialPeriod {
  const [yyyy = '', MM = '', dd = ''] = day.slice(0, 10).split('-');
  const dates: Readonly<Record<string, string>> = { yyyy, yy: yyyy.slice(2), MM, dd };
  const withDate = rule.replace(/\{(yyyy|yy|MM|dd)\}/g, (_all, name: string) => dates[name] ?? '');
  const counter = /\{(0+)\}/.exec(withDate);
  const counterStart = counter?.index ?? withDate.length;
  return {
    prefix: withDate.slice(0, counterStart),
    suffix: withDate.slice(counterStart + (counter?.[0].length ?? 0)),
    width: counter?.[1]?.length ?? 1,
  };
}

export const serialText = ({ prefix, suffix, width }: SerialPeriod, runningNumber: number): string =>
  prefix + String(runningNumber).padStart(width, '0') + suffix;

/** Returns the running number in a text; null if the text does not belong to this period. */
export function runningNumberIn({ prefix, suffix }: SerialPeriod, text: string): number | null {
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || text.length <= prefix.length + suffix.length) return null;
  const digits = text.slice(prefix.length, text.length - suffix.length);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
