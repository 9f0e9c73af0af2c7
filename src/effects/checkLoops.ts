import { type Problem, problem } from '../domain/problem/index.ts';
import type { FormDefinition } from '../kernel/index.ts';
import type { RelationContext } from '../relations/index.ts';
import { createdRecordsPrefix, creatingEffects } from './createdRecords.ts';
import { columnsOfEach, type Effect, formAtPath, THIS_RECORD } from './effect.ts';

/** An event that an effect causes on a record of a form. */
interface CausedEvent {
  formKey: string;
  event: string;
}
const textOfEvent = ({ formKey, event }: CausedEvent): string => `${formKey} ${event}`;

/**
 * Returns the events that an effect causes on other records. A change of the record itself belongs to the event that is
 * already running.
 */
function eventsCausedBy(effect: Effect, ownForm: FormDefinition, { formOf }: RelationContext): CausedEvent[] {
  const rowFields = effect.each === undefined ? null : columnsOfEach(ownForm, effect.each);
  const createdFields = createdRecordsPrefix(creatingEffects(ownForm, effect.each))?.fields ?? null;
  const formAt = (path: string | undefined): FormDefinition | null => {
    if (path === undefined) return null;
    return path === THIS_RECORD ? ownForm : formAtPath(path, ownForm, rowFields, formOf, null, createdFields);
  };
  const events: CausedEvent[] = [];
  if (effect.create !== undefined) events.push({ formKey: effect.create, event: 'saved' });
  if (effect.start !== undefined)
    events.push(...['submitted', 'passed', 'finished'].map((event) => ({ formKey: effect.start as string, event })));
  const setForm = effect.set === THIS_RECORD ? null : formAt(effect.set);
  const linkedForm = effect.link?.includes('.') ? formAt(effect.link.split('.').slice(0, -1).join('.')) : null;
  for (const target of [setForm, linkedForm])
    if (target && !target.flowKey) events.push({ formKey: target.formKey, event: 'saved' });
  const voidedForm = formAt(effect.void);
  if (voidedForm) events.push({ formKey: voidedForm.formKey, event: 'voided' });
  const mergedForm = formAt(effect.merge);
  if (mergedForm) events.push({ formKey: mergedForm.formKey, event: 'voided' });
  const removedForm = formAt(effect.remove);
  if (removedForm) events.push({ formKey: removedForm.formKey, event: 'removed' });
  return events;
}

/** Reports effects that trigger their own event again through other forms. */
export function checkLoops(definition: FormDefinition, context: RelationContext): Problem[] {
  /** Returns the events that the effects of an event cause. */
  const eventsAfter = (cause: CausedEvent): CausedEvent[] => {
    const form = cause.formKey === definition.formKey ? definition : context.formOf(cause.formKey);
    return (form?.effects ?? [])
      .filter(({ on }) => on === cause.event)
      .flatMap((effect) => (form ? eventsCausedBy(effect, form, context) : []));
  };
  return (definition.effects ?? []).flatMap((effect, index): Problem[] => {
    const ownEvent = textOfEvent({ formKey: definition.formKey, event: effect.on ?? '' });
    const pendingEvents = eventsCausedBy(effect, definition, context).map((causedEvent) => ({
      causedEvent,
      trail: [causedEvent],
    }));
    const visitedEvents = new Set<string>();
    for (let current = pendingEvents.pop(); current; current = pendingEvents.pop()) {
      const { causedEvent, trail } = current;
      if (textOfEvent(causedEvent) === ownEvent) {
        const names = trail.map(({ formKey }) => context.formOf(formKey)?.formName ?? formKey);
        return [
          problem('DOC_EFFECT', ['effects', index], {
            detail: `循环触发：${[definition.formName, ...names].join(' → ')}`,
          }),
        ];
      }
      if (visitedEvents.has(textOfEvent(causedEvent))) continue;
      visitedEvents.add(textOfEvent(causedEvent));
      pendingEvents.push(...eventsAfter(causedEvent).map((next) => ({ causedEvent: next, trail: [...trail, next] })));
    }
    return [];
  });
}
