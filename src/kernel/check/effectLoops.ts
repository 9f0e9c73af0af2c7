import { type Problem, problem } from '../../domain/problem/index.ts';
import { columnsOfEach, type Effect, formAtEnd, THIS } from '../effects/effect.ts';
import type { FormDefinition } from '../form.ts';
import type { RelationContext } from './relations.ts';

/** Where an event of one form leads: what an effect of it lets happen to a record of another one. */
interface Step {
  formKey: string;
  event: string;
}
const stepOf = ({ formKey, event }: Step): string => `${formKey} ${event}`;

/** The events that an effect brings about. A change of the record itself is part of its own event. */
function broughtAbout(effect: Effect, own: FormDefinition, { formOf }: RelationContext): Step[] {
  const row = effect.each === undefined ? null : columnsOfEach(own, effect.each);
  const at = (written: string | undefined): FormDefinition | null =>
    written === undefined ? null : written === THIS ? own : formAtEnd(written, own, row, formOf);
  const steps: Step[] = [];
  if (effect.create !== undefined) steps.push({ formKey: effect.create, event: 'saved' });
  if (effect.start !== undefined)
    steps.push(...['submitted', 'passed', 'finished'].map((event) => ({ formKey: effect.start as string, event })));
  const set = effect.set === THIS ? null : at(effect.set);
  const linked = effect.link?.includes('.') ? at(effect.link.split('.').slice(0, -1).join('.')) : null;
  for (const target of [set, linked])
    if (target && !target.flowKey) steps.push({ formKey: target.formKey, event: 'saved' });
  const voided = at(effect.void);
  if (voided) steps.push({ formKey: voided.formKey, event: 'voided' });
  const merged = at(effect.merge);
  if (merged) steps.push({ formKey: merged.formKey, event: 'voided' });
  const removed = at(effect.remove);
  if (removed) steps.push({ formKey: removed.formKey, event: 'removed' });
  return steps;
}

/** Effects of events that come back to their own event by way of other forms. */
export function checkLoops(definition: FormDefinition, context: RelationContext): Problem[] {
  const next = (step: Step): Step[] => {
    const form = step.formKey === definition.formKey ? definition : context.formOf(step.formKey);
    return (form?.effects ?? [])
      .filter(({ on }) => on === step.event)
      .flatMap((effect) => (form ? broughtAbout(effect, form, context) : []));
  };
  return (definition.effects ?? []).flatMap((effect, index): Problem[] => {
    const goal = stepOf({ formKey: definition.formKey, event: effect.on ?? '' });
    const open = broughtAbout(effect, definition, context).map((step) => ({ step, way: [step] }));
    const seen = new Set<string>();
    for (let here = open.pop(); here; here = open.pop()) {
      const { step, way } = here;
      if (stepOf(step) === goal) {
        const names = way.map(({ formKey }) => context.formOf(formKey)?.formName ?? formKey);
        return [
          problem('DOC_EFFECT', ['effects', index], {
            detail: `循环触发：${[definition.formName, ...names].join(' → ')}`,
          }),
        ];
      }
      if (seen.has(stepOf(step))) continue;
      seen.add(stepOf(step));
      open.push(...next(step).map((one) => ({ step: one, way: [...way, one] })));
    }
    return [];
  });
}
