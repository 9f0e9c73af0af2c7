/**
 * What the parser of the server and the modeler of the designer share: the product's extension of BPMN, the choice of
 * the process in a file, and the layout of diagrams.
 */
export { chosenProcess, processChoices, type ProcessChoice } from './chosenProcess.ts';
export { isDeptFieldHolder } from './deptLeader.ts';
export { SF_EXTENSION } from './extension.ts';
export { extensionElementsOf } from './extensionElements.ts';
export {
  withoutNegativeCoordinates,
  layOut,
  lineBetween,
  type Box,
  type LayoutEdge,
  type LayoutNode,
  type DiagramLayout,
  type Point,
  type Size,
} from './layout.ts';
