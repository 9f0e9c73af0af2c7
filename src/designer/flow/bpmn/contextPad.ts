import type {
  AutoPlace,
  BpmnFactory,
  ContextPadRegistry,
  Create,
  ElementFactory,
  MenuEntries,
  PopupRegistry,
  DiagramElement,
} from './bpmnJsTypes.ts';
import { PALETTE_ELEMENTS, newShape } from './palette.ts';

/**
 * Lower than the default priority of the library (1000), so that these providers run after those of the library and
 * can change their entries.
 */
const LOW_PRIORITY = 500;

/** Keys of the elements that can be appended to an element, the most frequent first. */
const APPENDABLE = ['userTask', 'exclusive', 'parallel', 'sendTask', 'end'];
/** Keys of the library entries that are kept. */
const KEPT_ENTRIES = new Set(['connect', 'replace', 'delete', 'append.text-annotation']);

/**
 * Provides the buttons next to the selected element: append an element, change its type, connect, delete. Removes
 * library entries for elements that this product does not execute.
 */
export function contextPadProvider(
  contextPad: ContextPadRegistry,
  elementFactory: ElementFactory,
  bpmnFactory: BpmnFactory,
  create: Create,
  autoPlace: AutoPlace,
): object {
  const provider = {
    getContextPadEntries:
      (element: DiagramElement) =>
      (entries: MenuEntries): MenuEntries => {
        const keptEntries = Object.fromEntries(Object.entries(entries).filter(([key]) => KEPT_ENTRIES.has(key)));
        // the library offers to append a task only to elements that may have a next element
        if (!Object.keys(entries).some((key) => key.startsWith('append.append-task'))) return keptEntries;
        const appendEntries: MenuEntries = {};
        for (const entry of PALETTE_ELEMENTS.filter(({ key }) => APPENDABLE.includes(key)).sort(
          (a, b) => APPENDABLE.indexOf(a.key) - APPENDABLE.indexOf(b.key),
        )) {
          appendEntries[`append.${entry.key}`] = {
            group: 'model',
            className: entry.icon,
            title: `后接${entry.title}`,
            action: {
              click: () => autoPlace.append(element, newShape(elementFactory, bpmnFactory, entry)),
              dragstart: (event: unknown) =>
                create.start(event, newShape(elementFactory, bpmnFactory, entry), { source: element }),
            },
          };
        }
        return { ...appendEntries, ...keptEntries };
      },
  };
  contextPad.registerProvider(LOW_PRIORITY, provider);
  return provider;
}
contextPadProvider.$inject = ['contextPad', 'elementFactory', 'bpmnFactory', 'create', 'autoPlace'];

const EVENT_KINDS = '(?:message|signal|conditional)';
/**
 * Matches the keys of the library's menu entries that change the type of an element, if this product executes the new
 * type.
 */
const ALLOWED_TYPES = new RegExp(
  `^replace-with-(?:none-(?:start|end)|(?:terminate|error|escalation|message|signal)-end|(?:timer|link|${EVENT_KINDS})-intermediate-catch|(?:none-intermediate-throwing|(?:escalation|link|message|signal)-intermediate-throw)` +
    `|(?:non-interrupting-)?(?:timer|escalation|${EVENT_KINDS})-boundary|error-boundary|(?:exclusive|parallel|inclusive|event-based)-gateway|(?:user|service|send|receive|manual|rule)-task|call-activity|(?:collapsed-|expanded-|event-)?subprocess|sequence-flow|default-flow|conditional-flow|task)$`,
);
/**
 * Matches the keys of the additional entries for the start event of an event sub-process. The start event of the
 * process itself has no trigger.
 */
const ALLOWED_START_TYPES = new RegExp(
  `^replace-with-(?:error-start|(?:non-interrupting-)?(?:timer|escalation|${EVENT_KINDS})-start)$`,
);

/** Returns true if an element is directly inside an event sub-process. */
const isInEventSubProcess = (target: unknown): boolean =>
  (target as { businessObject?: { $parent?: { triggeredByEvent?: boolean } } } | undefined)?.businessObject?.$parent
    ?.triggeredByEvent === true;

/** Filters the menu “更改类型” to the types that this product executes. */
export function replaceMenuProvider(popupMenu: PopupRegistry): object {
  const provider = {
    getPopupMenuEntries:
      (target: unknown) =>
      (entries: MenuEntries): MenuEntries =>
        Object.fromEntries(
          Object.entries(entries).filter(
            ([key]) => ALLOWED_TYPES.test(key) || (isInEventSubProcess(target) && ALLOWED_START_TYPES.test(key)),
          ),
        ),
    getPopupMenuHeaderEntries:
      () =>
      (entries: MenuEntries): MenuEntries =>
        Object.fromEntries(Object.entries(entries).filter(([key]) => key === 'toggle-non-interrupting')),
  };
  popupMenu.registerProvider('bpmn-replace', LOW_PRIORITY, provider);
  return provider;
}
replaceMenuProvider.$inject = ['popupMenu'];
