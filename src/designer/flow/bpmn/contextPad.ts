import type {
  AutoPlace,
  BpmnFactory,
  ContextPadRegistry,
  Create,
  ElementFactory,
  Entries,
  PopupRegistry,
  Shape,
} from './library.ts';
import { DRAWN, newShape } from './palette.ts';

/** Ways on from an element, in the order of their use. */
const NEXT = ['userTask', 'exclusive', 'parallel', 'sendTask', 'end'];
const KEPT = new Set(['connect', 'replace', 'delete', 'append.text-annotation']);

/** Beside the selected element: what may follow it, its type, a connection, removal. Takes out of the library's what this product does not run. */
export function contextPadProvider(
  contextPad: ContextPadRegistry,
  elementFactory: ElementFactory,
  bpmnFactory: BpmnFactory,
  create: Create,
  autoPlace: AutoPlace,
): object {
  const provider = {
    getContextPadEntries:
      (element: Shape) =>
      (entries: Entries): Entries => {
        const kept = Object.fromEntries(Object.entries(entries).filter(([key]) => KEPT.has(key)));
        if (!Object.keys(entries).some((key) => key.startsWith('append.append-task'))) return kept;
        const added: Entries = {};
        for (const drawn of DRAWN.filter(({ key }) => NEXT.includes(key)).sort(
          (a, b) => NEXT.indexOf(a.key) - NEXT.indexOf(b.key),
        )) {
          added[`append.${drawn.key}`] = {
            group: 'model',
            className: drawn.icon,
            title: `后接${drawn.title}`,
            action: {
              click: () => autoPlace.append(element, newShape(elementFactory, bpmnFactory, drawn)),
              dragstart: (event: unknown) =>
                create.start(event, newShape(elementFactory, bpmnFactory, drawn), { source: element }),
            },
          };
        }
        return { ...added, ...kept };
      },
  };
  contextPad.registerProvider(500, provider);
  return provider;
}
contextPadProvider.$inject = ['contextPad', 'elementFactory', 'bpmnFactory', 'create', 'autoPlace'];

const HEARD = '(?:message|signal|conditional)';
/** Types an element may become; what the approvals do not run is not offered. */
const REPLACES = new RegExp(
  `^replace-with-(?:none-(?:start|end)|(?:terminate|error|escalation|message|signal)-end|(?:timer|link|${HEARD})-intermediate-catch|(?:none-intermediate-throwing|(?:escalation|link|message|signal)-intermediate-throw)` +
    `|(?:non-interrupting-)?(?:timer|escalation|${HEARD})-boundary|error-boundary|(?:exclusive|parallel|inclusive|event-based)-gateway|(?:user|service|send|receive|manual|rule)-task|call-activity|(?:collapsed-|expanded-|event-)?subprocess|sequence-flow|default-flow|conditional-flow|task)$`,
);
/** What an event sub-process may begin with; the process itself begins with its form. */
const STARTS = new RegExp(`^replace-with-(?:error-start|(?:non-interrupting-)?(?:timer|escalation|${HEARD})-start)$`);

const isInTriggered = (target: unknown): boolean =>
  (target as { businessObject?: { $parent?: { triggeredByEvent?: boolean } } } | undefined)?.businessObject?.$parent
    ?.triggeredByEvent === true;

export function replaceMenuProvider(popupMenu: PopupRegistry): object {
  const provider = {
    getPopupMenuEntries:
      (target: unknown) =>
      (entries: Entries): Entries =>
        Object.fromEntries(
          Object.entries(entries).filter(([key]) => REPLACES.test(key) || (isInTriggered(target) && STARTS.test(key))),
        ),
    getPopupMenuHeaderEntries:
      () =>
      (entries: Entries): Entries =>
        Object.fromEntries(Object.entries(entries).filter(([key]) => key === 'toggle-non-interrupting')),
  };
  popupMenu.registerProvider('bpmn-replace', 500, provider);
  return provider;
}
replaceMenuProvider.$inject = ['popupMenu'];
