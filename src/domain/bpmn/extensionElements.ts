// names of extension elements, without the prefix `sf:`
const NODE_RULE_ELEMENTS = ['Field', 'Table', 'Actions', 'Button'];
const TASK_ELEMENTS = [...NODE_RULE_ELEMENTS, 'Candidates', 'Sign', 'Settings', 'Timer', 'Cc'];
const CALL_ELEMENTS = ['Call', 'Answer'];
const EVENT_ELEMENTS = [...NODE_RULE_ELEMENTS, 'Candidates', 'Answer'];

const ELEMENTS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  'bpmn:Process': ['Settings'],
  'bpmn:UserTask': TASK_ELEMENTS,
  'bpmn:ManualTask': TASK_ELEMENTS,
  'bpmn:ServiceTask': CALL_ELEMENTS,
  'bpmn:BusinessRuleTask': CALL_ELEMENTS,
  'bpmn:SendTask': [...NODE_RULE_ELEMENTS, 'Cc'],
  'bpmn:ReceiveTask': EVENT_ELEMENTS,
  'bpmn:SubProcess': ['Repeat'],
  'bpmn:Transaction': ['Repeat'],
  'bpmn:CallActivity': ['Repeat'],
  'bpmn:StartEvent': [...EVENT_ELEMENTS, 'Timer'],
  'bpmn:BoundaryEvent': [...EVENT_ELEMENTS, 'Timer'],
  'bpmn:IntermediateCatchEvent': [...EVENT_ELEMENTS, 'Timer'],
};

/**
 * Returns the extension elements (`extension.ts`) that are read on a BPMN element of this type. The other properties of
 * the element decide which of these apply.
 */
export const extensionElementsOf = (type: string): readonly string[] => ELEMENTS_BY_TYPE[type] ?? [];
