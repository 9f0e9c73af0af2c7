export { checkDeptLeaders } from './check/checkDeptLeaders.ts';
export { checkFlowAgainstForm, checkFlowReferences } from './check/checkFlowAgainstForm.ts';
export {
  type FlowDefinition,
  nodeOf,
  holderKey,
  isDeptFieldHolder,
  type FlowNode,
  type AnswerValue,
  tokenStaysAt,
  type ThrowEvent,
  ONE_DECIDES_RULE,
  type Duration,
  type FlowEdge,
  userTasks,
  DEFAULT_TASK_SETTINGS,
  type Holder,
} from './definition.ts';
export { referencesOfFlow } from './referencesOfFlow.ts';
export { conditionHolds, evaluateExpression, type ExtraNames } from './engine/condition.ts';
export { nextConditionalEvent, hasConditionalEvents, awaitsCondition } from './engine/conditionalEvents.ts';
export type { FlowEvent, FlowStep } from './engine/flowEvent.ts';
export { FlowFault } from './engine/flowFault.ts';
export { type FlowState, type Token, EMPTY_STATE, PROCESS_SCOPE } from './engine/flowState.ts';
export { nextTasks } from './engine/nextTasks.ts';
export { nodesAfterEvents } from './engine/nodesAfterEvents.ts';
export { hiddenColumns, hiddenFields } from './engine/hiddenFields.ts';
export { advance } from './engine/interpreter.ts';
export { leadsTo } from './engine/forwardGraph.ts';
export {
  rowTableOf,
  allTokens,
  innermostRun,
  enclosingRuns,
  type RunItem,
  enclosingTokens,
  repeatedTable,
} from './engine/repeat.ts';
export { type FlowEnvironment, chosenEdges, isJoin } from './engine/routing.ts';
export { itemOfRun, itemsOfRepeat } from './engine/runItems.ts';
export { startableSubProcesses, runOfEvent, type StartableSubProcess } from './engine/eventSubProcesses.ts';
export { evaluateVotes, type VoteSlot, type VoteResult } from './engine/voteSlots.ts';
export { flowProblem } from './flowProblem.ts';
export { arrangeFlow } from './image/arrangeFlow.ts';
export { layoutInFile, layoutOf } from './image/layout.ts';
export { flowSvg, type Progress } from './image/flowSvg.ts';
export { withDiagram } from './image/withDiagram.ts';
export { durationMs } from './parse/duration.ts';
export { foreignAttribute, potentialOwnersOf, zeebeAttribute } from './parse/foreignAttributes.ts';
export { calledFlowKeys, inlineCalls } from './parse/inlineCalls.ts';
export { unusedId } from './parse/unusedId.ts';
export { type Element, extensionsOf, listOf, UNDECLARED_REFERENCES } from './parse/moddle.ts';
export { eventsOf } from './parse/nodeKinds.ts';
export { celOfExpression, isForeignExpression } from './parse/parseCondition.ts';
export { parseFlow, type ParsedFlow } from './parse/parseFlow.ts';
export { checkOpenBranches } from './check/checkOpenBranches.ts';
export { foreignHolders, foreignSignRule } from './parse/foreignHolders.ts';
export { repeatOf } from './parse/parseRepeat.ts';
export { parseDateTime } from './parse/parseDateTime.ts';
export { hasUnterminatedTags, isTooDeep, UNTERMINATED_TAGS_TEXT, TOO_DEEP_TEXT } from './parse/xmlDepth.ts';
export { xmlErrorText } from './parse/xmlErrorText.ts';
export { withSwitchValues } from './language/withSwitchValues.ts';
