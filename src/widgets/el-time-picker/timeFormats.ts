import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { NodeByTag } from '../../grammar/nodes.ts';

dayjs.extend(customParseFormat);

type Node = NodeByTag['el-time-picker'];

/** Returns the formats of the displayed and the stored time; default: HH:mm:ss. */
export function timeFormats(node: Node): { format: string; valueFormat: string } {
  const format = node.format ?? node['value-format'] ?? 'HH:mm:ss';
  return { format, valueFormat: node['value-format'] ?? format };
}

/** Parses a time in the field's formats or as 8:05, 08:05 or 08:05:30; null if invalid. */
export function parseTime(value: unknown, node: Node): Dayjs | null {
  if (typeof value !== 'string' || value === '') return null;
  const { format, valueFormat } = timeFormats(node);
  for (const candidate of [valueFormat, format, 'HH:mm:ss', 'H:mm:ss', 'HH:mm', 'H:mm']) {
    const time = dayjs(value, candidate, true);
    if (time.isValid()) return time;
  }
  return null;
}
