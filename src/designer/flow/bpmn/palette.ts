import type {
  BpmnFactory,
  Create,
  ElementFactory,
  MenuEntries,
  PaletteRegistry,
  DiagramElement,
  Tool,
} from './bpmnJsTypes.ts';

/**
 * An element in the palette. `attributes`: further attributes of its shape. `name`: the initial name of a new element.
 */
interface PaletteElement {
  key: string;
  group: string;
  icon: string;
  title: string;
  type: string;
  attributes?: object;
  name?: string;
}

/**
 * The elements of the palette: those that this product executes. The sub-process is missing here, because it is created
 * from two shapes (`paletteProvider`).
 */
export const PALETTE_ELEMENTS: readonly PaletteElement[] = [
  {
    key: 'start',
    group: 'event',
    icon: 'bpmn-icon-start-event-none',
    title: '开始',
    type: 'bpmn:StartEvent',
    name: '开始',
  },
  { key: 'end', group: 'event', icon: 'bpmn-icon-end-event-none', title: '结束', type: 'bpmn:EndEvent', name: '结束' },
  {
    key: 'timer',
    group: 'event',
    icon: 'bpmn-icon-intermediate-event-catch-timer',
    title: '定时等待；放在审批节点边上是超时',
    type: 'bpmn:IntermediateCatchEvent',
    attributes: { eventDefinitionType: 'bpmn:TimerEventDefinition' },
  },
  {
    key: 'userTask',
    group: 'activity',
    icon: 'bpmn-icon-user-task',
    title: '审批节点',
    type: 'bpmn:UserTask',
    name: '审批',
  },
  {
    key: 'sendTask',
    group: 'activity',
    icon: 'bpmn-icon-send-task',
    title: '抄送',
    type: 'bpmn:SendTask',
    name: '抄送',
  },
  {
    key: 'serviceTask',
    group: 'activity',
    icon: 'bpmn-icon-service-task',
    title: '服务调用',
    type: 'bpmn:ServiceTask',
    name: '服务调用',
  },
  {
    key: 'receiveTask',
    group: 'activity',
    icon: 'bpmn-icon-receive-task',
    title: '等待消息：有人或其他系统通知后继续',
    type: 'bpmn:ReceiveTask',
    name: '等待消息',
  },
  {
    key: 'callActivity',
    group: 'activity',
    icon: 'bpmn-icon-call-activity',
    title: '调用其他流程',
    type: 'bpmn:CallActivity',
    name: '调用流程',
  },
  {
    key: 'exclusive',
    group: 'gateway',
    icon: 'bpmn-icon-gateway-xor',
    title: '条件分支（走一条）',
    type: 'bpmn:ExclusiveGateway',
  },
  {
    key: 'parallel',
    group: 'gateway',
    icon: 'bpmn-icon-gateway-parallel',
    title: '并行分支（全都走）',
    type: 'bpmn:ParallelGateway',
  },
  {
    key: 'inclusive',
    group: 'gateway',
    icon: 'bpmn-icon-gateway-or',
    title: '包容分支（走满足的）',
    type: 'bpmn:InclusiveGateway',
  },
  {
    key: 'race',
    group: 'gateway',
    icon: 'bpmn-icon-gateway-eventbased',
    title: '事件网关（哪个事件先发生走哪条）',
    type: 'bpmn:EventBasedGateway',
  },
];

/** Creates a shape with its initial name. */
export function newShape(
  factory: ElementFactory,
  bpmnFactory: BpmnFactory,
  { type, attributes, name }: Pick<PaletteElement, 'type' | 'attributes' | 'name'>,
): DiagramElement {
  const businessObject = bpmnFactory.create(type, name ? { name } : {});
  return factory.createShape({ type, businessObject, ...attributes });
}

/** Provides the palette of the diagram: tools, then elements. Replaces the palette of the library. */
export function paletteProvider(
  palette: PaletteRegistry,
  create: Create,
  elementFactory: ElementFactory,
  bpmnFactory: BpmnFactory,
  handTool: Tool,
  lassoTool: Tool,
  spaceTool: Tool,
  globalConnect: Tool,
): object {
  const toolEntry = (className: string, title: string, click: (event: unknown) => void) => ({
    group: 'tools',
    className,
    title,
    action: { click },
  });
  const provider = {
    getPaletteEntries(): MenuEntries {
      const entries: MenuEntries = {
        'hand-tool': toolEntry('bpmn-icon-hand-tool', '拖动画布（H）', (event) => handTool.activateHand?.(event)),
        'lasso-tool': toolEntry('bpmn-icon-lasso-tool', '框选（L）', (event) => lassoTool.activateSelection?.(event)),
        'space-tool': toolEntry('bpmn-icon-space-tool', '拉开或收紧空间（S）', (event) =>
          spaceTool.activateSelection?.(event),
        ),
        'global-connect-tool': toolEntry('bpmn-icon-connection-multi', '连线（C）', (event) =>
          globalConnect.start?.(event),
        ),
        'tool-separator': { group: 'tools', separator: true },
      };
      for (const element of PALETTE_ELEMENTS) {
        const start = (event: unknown): void => create.start(event, newShape(elementFactory, bpmnFactory, element));
        entries[`create.${element.key}`] = {
          group: element.group,
          className: element.icon,
          title: element.title,
          action: { dragstart: start, click: start },
        };
      }
      const startSubProcess = (event: unknown): void => {
        const subProcess = elementFactory.createShape({ type: 'bpmn:SubProcess', x: 0, y: 0, isExpanded: true });
        create.start(
          event,
          [subProcess, elementFactory.createShape({ type: 'bpmn:StartEvent', x: 40, y: 82, parent: subProcess })],
          { hints: { autoSelect: [subProcess] } },
        );
      };
      entries['create.subProcess'] = {
        group: 'activity',
        className: 'bpmn-icon-subprocess-expanded',
        title: '子流程',
        action: { dragstart: startSubProcess, click: startSubProcess },
      };
      return entries;
    },
  };
  palette.registerProvider(provider);
  return provider;
}
paletteProvider.$inject = [
  'palette',
  'create',
  'elementFactory',
  'bpmnFactory',
  'handTool',
  'lassoTool',
  'spaceTool',
  'globalConnect',
];
