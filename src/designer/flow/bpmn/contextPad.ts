import type { AutoPlace, BpmnFactory, ContextPadRegistry, Create, ElementFactory, Entries, PopupRegistry, Shape } from './library.ts';
import { DRAWN, newShape } from './palette.ts';

/** Ways on from an element, in the order of their use. */
const NEXT = ['userTask', 'exclusive', 'parallel', 'sendTask', 'end'];
const KEPT = new Set(['connect', 'replace', 'delete', 'append.text-annotation']);

/** Beside the selected element: what may follow it, its type, a connection, removal. Takes out of the library's what this product does not run. */
export function contextPadProvider(contextPad: ContextPadRegistry, elementFactory: ElementFactory, bpmnFactory: BpmnFactory, create: Create, autoPlace: AutoPlace): object {
  const provider = {
    getContextPadEntries: (element: Shape) => (entries: Entries): Entries => {
      const kept = Object.fromEntries(Object.entries(entries).filter(([key]) => KEPT.has(key)));
      if (!Object.keys(entries).some((key) => key.startsWith('append.append-task'))) return kept;
      const added: Entries = {};
      for (const drawn of DRAWN.filter(({ key }) => NEXT.includes(key)).sort((a, b) => NEXT.indexOf(a.key) - NEXT.indexOf(b.key))) {
        added[`append.${drawn.key}`] = {
          group: 'model', className: drawn.icon, title: `后接${drawn.title}`,
          action: {
            click: () => autoPlace.append(element, newShape(elementFactory, bpmnFactory, drawn)),
            dragstart: (event: unknown) => create.start(event, newShape(elementFactory, bpmnFactory, drawn), { source: element }),
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

/** Types an element may become; what the approvals do not run is not offered. */
const REPLACES = /^replace-with-(?:none-(?:start|end)|terminate-end|error-end|timer-intermediate-catch|timer-boundary|non-interrupting-timer-boundary|error-boundary|(?:exclusive|parallel|inclusive)-gateway|user-task|service-task|send-task|call-activity|(?:collapsed-|expanded-)?subprocess|sequence-flow|default-flow|conditional-flow|task)$/;

export function replaceMenuProvider(popupMenu: PopupRegistry): object {
  const provider = {
    getPopupMenuEntries: () => (entries: Entries): Entries => Object.fromEntries(Object.entries(entries).filter(([key]) => REPLACES.test(key))),
    getPopupMenuHeaderEntries: () => (entries: Entries): Entries => Object.fromEntries(Object.entries(entries).filter(([key]) => key === 'toggle-non-interrupting')),
  };
  popupMenu.registerProvider('bpmn-replace', 500, provider);
  return provider;
}
replaceMenuProvider.$inject = ['popupMenu'];
