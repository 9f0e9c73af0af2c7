import { type Problem, problem } from '../domain/problem/index.ts';
import type { FormDefinition } from '../kernel/index.ts';
import type { RelationContext } from '../relations/index.ts';
import { createdRecordsPrefix, creatingEffects } from './createdRecords.ts';
import { columnsOfEach, type Effect, formAtEnd, THIS } from './effect.ts';

/** An event of a record of a form, caused by an effect. */
interface Step {
  formKey: string;
  event: string;
}
const stepOf = ({ formKey, event }: Step): string => `${formKey} ${event}`;

/**
 * Returns the events that an effect causes on other records. A change of the record itself belongs to the event that is
 * already running.
 */
function eventsCausedBy(effect: Effect, ownForm: FormDefinition, { formOf }: RelationContext): Step[] {
  const row = effect.each === undefined ? null : columnsOfEach(ownForm, effect.each);
  const created = createdRecordsPrefix(creatingEffects(ownForm, effect.each))?.fields ?? null;
  const formAt = (written: string | undefined): FormDefinition | null =>
    written === undefined ? null : written === THIS ? ownForm : formAtEnd(written, ownForm, row, formOf, null, created);
  const steps: Step[] = [];
  if (effect.create !== undefined) steps.push({ formKey: effect.create, event: 'saved' });
  if (effect.start !== undefined)
    steps.push(...['submitted', 'passed', 'finished'].map((event) => ({ formKey: effect.start as string, event })));
  const set = effect.set === THIS ? null : formAt(effect.set);
  const linked = effect.link?.includes('.') ? formAt(effect.link.split('.').slice(0, -1).join('.')) : null;
  for (const target of [set, linked])
    if (target && !target.flowKey) steps.push({ formKey: target.formKey, event: 'saved' });
  const voided = formAt(effect.void);
  if (voided) steps.push({ formKey: voided.formKey, event: 'voided' });
  const merged = formAt(effect.merge);
  if (merged) steps.push({ formKey: merged.formKey, event: 'voided' });
  const removed = formAt(effect.remove);
  if (removed) steps.push({ formKey: removed.formKey, event: 'removed' });
  return steps;
}

/** Reports effects that trigger their own event again by way of other forms. */
export function checkLoops(definition: FormDefinition, context: RelationContext): Problem[] {
  const eventsAfter = (step: Step): Step[] => {
    const form = step.formKey === definition.formKey ? definition : context.formOf(step.formKey);
    return (form?.effects ?? [])
      .filter(({ on }) => on === step.event)
      .flatMap((effect) => (form ? eventsCausedBy(effect, form, context) : []));
  };
  return (definition.effects ?? []).flatMap((effect, index): Problem[] => {
    const ownEvent = stepOf({ formKey: definition.formKey, event: effect.on ?? '' });
    const pending = eventsCausedBy(effect, definition, context).map((step) => ({ step, trail: [step] }));
    const visited = new Set<string>();
    for (let current = pending.pop(); current; current = pending.pop()) {
      const { step, trail } = current;
      if (stepOf(step) === ownEvent) {
        const names = trail.map(({ formKey }) => context.formOf(formKey)?.formName ?? formKey);
        return [
          problem('DOC_EFFECT', ['effects', index], {
            detail: `循环触发：${[definition.formName, ...names].join(' → ')}`,
          }),
        ];
      }
      if (visited.has(stepOf(step))) continue;
      visited.add(stepOf(step));
      pending.push(...eventsAfter(step).map((one) => ({ step: one, trail: [...trail, one] })));
    }
    return [];
  });
}
