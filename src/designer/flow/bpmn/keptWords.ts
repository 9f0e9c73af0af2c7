import { SF_EXTENSION, extensionElementsOf } from '../../../domain/bpmn/index.ts';
import type { Element } from '../model/moddle.ts';
import type { EventBus } from './library.ts';

const OURS = `${SF_EXTENSION.prefix}:`;

/** An element that becomes one of another type keeps what is read there; the rest would forbid publishing, and no panel would show it. */
export function keptWords(eventBus: EventBus): object {
  eventBus.on(
    'moddleCopy.canCopyProperty',
    ({ parent, property }: { parent?: Partial<Element>; property?: Partial<Element> }) => {
      const { $type: type = '' } = property ?? {};
      const { $type: holder, $parent: target } = parent ?? {};
      return holder === 'bpmn:ExtensionElements' &&
        target &&
        type.startsWith(OURS) &&
        !extensionElementsOf(target.$type).includes(type.slice(OURS.length))
        ? false
        : undefined;
    },
  );
  return {};
}
keptWords.$inject = ['eventBus'];
