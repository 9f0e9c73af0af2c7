import type { FormRecord } from '../../../grammar/documents.ts';
import { daysBetween, today } from '../../../domain/dates.ts';
import { useSituation } from '../../../runtime/contexts.ts';
import { evaluateCondition } from '../../shared/evaluateCondition.ts';
import { StatusTag } from '../../shared/StatusTag.tsx';
import { rowScope } from '../actions.ts';
import type { ListColumn } from '../listParts.ts';
import { dayOf } from './storedDays.ts';

/** Returns tone and text of the mark for a date `daysLeft` days ahead; null if `daysLeft` is greater than `maxDays`. */
export function deadlineMarkOf(daysLeft: number, maxDays: number): { tone: 'bad' | 'warn'; text: string } | null {
  if (daysLeft < 0) return { tone: 'bad', text: `逾期 ${-daysLeft} 天` };
  if (daysLeft > maxDays) return null;
  return { tone: 'warn', text: daysLeft === 0 ? '今天到期' : `剩 ${daysLeft} 天` };
}

/** Marks a date that has passed or is near today. */
export function DeadlineMark({ column, record }: { column: ListColumn; record: FormRecord }) {
  const { user } = useSituation();
  const { deadline } = column;
  const value = record.fieldsMap[column.field];
  // for a range, its end
  const day = dayOf(Array.isArray(value) ? value.at(-1) : value, column.dateFormat);
  if (!deadline || day === '') return null;
  const mark = deadlineMarkOf(daysBetween(today(), day), deadline.within);
  if (!mark) return null;
  if (deadline.when && evaluateCondition(deadline.when, { row: rowScope(record), user }) !== true) return null;
  return (
    <span className="sc-deadline">
      <StatusTag tone={mark.tone}>{mark.text}</StatusTag>
    </span>
  );
}
