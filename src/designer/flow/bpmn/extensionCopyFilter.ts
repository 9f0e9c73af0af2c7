import { SF_EXTENSION, extensionElementsOf } from '../../../domain/bpmn/index.ts';
import type { Element } from '../model/moddle.ts';
import type { EventBus } from './bpmnJsTypes.ts';

const SF_PREFIX = `${SF_EXTENSION.prefix}:`;

/**
 * Filters the extensions that are copied when the type of an element changes: only extensions that the new type reads.
 * Other extensions would be an error at publishing, and no panel could remove them.
 */
export function extensionCopyFilter(eventBus: EventBus): object {
  eventBus.on(
    'moddleCopy.canCopyProperty',
    ({ parent, property }: { parent?: Partial<Element>; property?: Partial<Element> }) => {
      const { $type: type = '' } = property ?? {};
      const { $type: parentType, $parent: target } = parent ?? {};
      // false forbids the copy; undefined leaves the decision to the library
      return parentType === 'bpmn:ExtensionElements' &&
        target &&
        type.startsWith(SF_PREFIX) &&
        !extensionElementsOf(target.$type).includes(type.slice(SF_PREFIX.length))
        ? false
        : undefined;
    },
  );
  return {};
}
extensionCopyFilter.$inject = ['eventBus'];
