import { type Path, type Problem, problem, underPath } from '../domain/problem/index.ts';
import { type FormDefinition, isTableNode } from '../kernel/index.ts';
import { fieldsOf, type RelationContext } from '../relations/index.ts';
import type { Reminder } from './effect.ts';
import { parseEffectExpression, type EffectNames } from './effectExpression.ts';
import { checkRecipients, checkPlaceholders } from './checkEffects.ts';

/** Returns the signed number of days of an offset (`-30d`) or a repetition interval (`7d`); 0 if `text` is absent. */
export const daysOf = (text: string | undefined): number => Number.parseInt(text ?? '0', 10) || 0;

const reminderProblem = (path: Path, detail: string): Problem => problem('DOC_REMINDER', path, { detail });

/**
 * Returns true if the field holds a day, a date with time, or a range of days, of which the last day counts. False for
 * months, years and times of day, which do not define a day.
 */
function holdsDay(definition: FormDefinition, key: string, { vocabulary }: RelationContext): boolean {
  const node = fieldsOf(definition).get(key);
  if (!node || isTableNode(node)) return false;
  return (
    vocabulary
      .definition(node.tag)
      ?.dateFormat?.(node as never)
      ?.startsWith('YYYY-MM-DD') === true
  );
}

function checkReminder(path: Path, rule: Reminder, ownForm: FormDefinition, context: RelationContext): Problem[] {
  const names: EffectNames = { definition: ownForm, prefixes: {}, ...context };
  const checkField = (): Problem[] => {
    if (!fieldsOf(ownForm).has(rule.field))
      return [problem('DOC_REFERENCE', [...path, 'field'], { kind: '日期字段', name: rule.field })];
    return holdsDay(ownForm, rule.field, context)
      ? []
      : [reminderProblem([...path, 'field'], `“${rule.field}”不是日期字段`)];
  };
  return [
    ...checkField(),
    ...(rule.when === undefined
      ? []
      : underPath([...path, 'when'], parseEffectExpression(rule.when, names, 'bool').problems)),
    ...checkPlaceholders([...path, 'text'], rule.text, names),
    ...checkRecipients([...path, 'to'], rule.to, names),
  ];
}

/** Checks the reminders of a form: the date field, the condition, the recipients and the text. */
export function checkReminders(definition: FormDefinition, context: RelationContext): Problem[] {
  const keys = new Set<string>();
  return (definition.reminders ?? []).flatMap((rule, index) => {
    const path = ['reminders', index];
    const repeatedKeyProblems = keys.has(rule.key)
      ? [reminderProblem([...path, 'key'], `提醒的键“${rule.key}”重复`)]
      : [];
    keys.add(rule.key);
    return [...repeatedKeyProblems, ...checkReminder(path, rule, definition, context)];
  });
}
