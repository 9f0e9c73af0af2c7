import Modeler from 'bpmn-js/lib/Modeler';
import Viewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { contextPadProvider, replaceMenuProvider } from './contextPad.ts';
import { extensionCopyFilter } from './extensionCopyFilter.ts';
import type { Drawing } from './bpmnJsTypes.ts';
import { paletteProvider } from './palette.ts';
import { translate } from './translate.ts';

/** Module of the drawing library that translates its texts into Chinese. */
const TRANSLATION_MODULE = { translate: ['value', translate] };
/** Module of the drawing library that replaces or adds services for editing. */
const EDITING_MODULE = {
  __init__: ['ourContextPad', 'ourReplaceMenu', 'ourExtensionCopyFilter'],
  paletteProvider: ['type', paletteProvider],
  ourContextPad: ['type', contextPadProvider],
  ourReplaceMenu: ['type', replaceMenuProvider],
  ourExtensionCopyFilter: ['type', extensionCopyFilter],
};

/** Creates an editable diagram in a container. The caller must call `destroy`. */
export const createModeler = (container: HTMLElement): Drawing =>
  new Modeler({
    container,
    additionalModules: [TRANSLATION_MODULE, EDITING_MODULE] as never,
    moddleExtensions: { sf: SF_EXTENSION },
  }) as unknown as Drawing;

/** Creates a read-only diagram in a container. The caller must call `destroy`. */
export const createViewer = (container: HTMLElement): Drawing =>
  new Viewer({
    container,
    additionalModules: [TRANSLATION_MODULE] as never,
    moddleExtensions: { sf: SF_EXTENSION },
  }) as unknown as Drawing;
