const RULES = ['Field', 'Table', 'Actions', 'Button'];
const TASK = [...RULES, 'Candidates', 'Sign', 'Settings', 'Timer', 'Cc'];
const CALL = ['Call', 'Answer'];
const TOLD = [...RULES, 'Candidates', 'Answer'];

const READ: Readonly<Record<string, readonly string[]>> = {
  'bpmn:Process': ['Settings'],
  'bpmn:UserTask': TASK,
  'bpmn:ManualTask': TASK,
  'bpmn:ServiceTask': CALL,
  'bpmn:BusinessRuleTask': CALL,
  'bpmn:SendTask': [...RULES, 'Cc'],
  'bpmn:ReceiveTask': TOLD,
  'bpmn:SubProcess': ['Repeat'],
  'bpmn:Transaction': ['Repeat'],
  'bpmn:CallActivity': ['Repeat'],
  'bpmn:StartEvent': [...TOLD, 'Timer'],
  'bpmn:BoundaryEvent': [...TOLD, 'Timer'],
  'bpmn:IntermediateCatchEvent': [...TOLD, 'Timer'],
};

/** Our elements (`extension.ts`) that may be read among the extensions of an element of this type; what else it says decides which are. */
export const wordsOn = (type: string): readonly string[] => READ[type] ?? [];
