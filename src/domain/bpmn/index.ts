/**
 * The product's extension of BPMN files, for the parser of the server and the modeler of the designer, and the layout
 * of diagrams.
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
  type PictureLayout,
  type Point,
  type Size,
} from './layout.ts';
