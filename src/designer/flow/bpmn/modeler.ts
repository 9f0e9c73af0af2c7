import Modeler from 'bpmn-js/lib/Modeler';
import Viewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { contextPadProvider, replaceMenuProvider } from './contextPad.ts';
import { keptWords } from './keptWords.ts';
import type { Drawing } from './library.ts';
import { paletteProvider } from './palette.ts';
import { translate } from './words.ts';

const CHINESE = { translate: ['value', translate] };
const OURS = {
  __init__: ['ourContextPad', 'ourReplaceMenu', 'ourKeptWords'],
  paletteProvider: ['type', paletteProvider],
  ourContextPad: ['type', contextPadProvider],
  ourReplaceMenu: ['type', replaceMenuProvider],
  ourKeptWords: ['type', keptWords],
};

/** A drawing to change, in a container; `dispose` when it leaves the page. */
export const createModeler = (container: HTMLElement): Drawing =>
  new Modeler({
    container,
    additionalModules: [CHINESE, OURS] as never,
    moddleExtensions: { sf: SF_EXTENSION },
  }) as unknown as Drawing;

/** A drawing to look at. */
export const createViewer = (container: HTMLElement): Drawing =>
  new Viewer({
    container,
    additionalModules: [CHINESE] as never,
    moddleExtensions: { sf: SF_EXTENSION },
  }) as unknown as Drawing;
