export { checkFlowAgainstForm } from './check/checkFlowAgainstForm.ts';
export {
  type FlowDefinition,
  nodeOf,
  holderKey,
  type FlowNode,
  type AnswerValue,
  isHolding,
  type ThrowEvent,
  ONE,
  type Length,
  type FlowEdge,
  userTasks,
  PLAIN_SETTINGS,
  type Candidate,
} from './definition.ts';
export { mentionsOfFlow } from './collectFlow.ts';
export { conditionHolds, valueOf, type More } from './engine/condition.ts';
export { nextConditionalEvent, hasConditions } from './engine/conditionalEvents.ts';
export type { FlowEvent, FlowStep } from './engine/flowEvent.ts';
export { FlowFault } from './engine/flowFault.ts';
export { type FlowState, type Token, EMPTY_STATE, WHOLE } from './engine/flowState.ts';
export { nextTasks } from './engine/forecast.ts';
export { hiddenCells, hiddenFields } from './engine/hiddenFields.ts';
export { advance } from './engine/interpreter.ts';
export { isBehind } from './engine/reach.ts';
export { rowTableOf, allTokens, runOf, runsOf, type RunItem, around, tableOver } from './engine/repeat.ts';
export { type FlowEnvironment, chosenEdges, isJoin } from './engine/routing.ts';
export { itemOfRun, itemsOf } from './engine/runItems.ts';
export { armedIn, type Armed } from './engine/triggered.ts';
export { evaluateVotes, type VoteSlot, type VoteResult } from './engine/voteSlots.ts';
export { flowProblem } from './flowProblem.ts';
export { arranged } from './image/arrange.ts';
export { drawn, layoutOf } from './image/layout.ts';
export { flowSvg, type Progress } from './image/svg.ts';
export { withDiagram } from './image/withDiagram.ts';
export { durationOf } from './parse/duration.ts';
export { foreignAttribute, ownersOf, zeebeAttribute } from './parse/foreignAttributes.ts';
export { calledKeys, linkCalls } from './parse/linkCalls.ts';
export { type Element, extensionsOf, listOf, UNDECLARED } from './parse/moddle.ts';
export { eventsOf } from './parse/nodeKinds.ts';
export { celOfExpression, isForeign } from './parse/parseCondition.ts';
export { parseFlow, type ParsedFlow } from './parse/parseFlow.ts';
export { checkOpenBranches } from './check/openBranches.ts';
export { foreignHolders, foreignSign } from './parse/parseForeign.ts';
export { repeatOf } from './parse/parseRepeat.ts';
export { timeIn } from './parse/timeIn.ts';
export { isNeverClosed, isTooDeep, NEVER_CLOSED, TOO_DEEP } from './parse/xmlDepth.ts';
export { xmlFault } from './parse/xmlFault.ts';
export { withSwitchValues } from './language/switchValues.ts';
