/** A group takes its modules and all that they import at once, but for what an earlier group has. */
interface Group {
  name: string;
  priority: number;
  test?: RegExp;
  tags?: '$initial'[];
  entriesAware?: boolean;
  entriesAwareMergeThreshold?: number;
  minShareCount?: number;
}

const page = (names: string): RegExp => new RegExp(`/src/screens/(${names})\\.tsx$`);

const NO_TOOL =
  /^(?!.*(\/src\/designer\/|\/src\/references\/|\/schemas\/|\/(@codemirror|@lezer|style-mod|bpmn-js|bpmn-moddle|moddle|moddle-xml|diagram-js|pinyin-pro)\/))/;

/**
 * What comes as one file, in the order in which a person needs it. Left alone, the bundler makes a file for every set of
 * pages that share a part: seventy of them stood between sign-in and the layout.
 */
export const chunks: Group[] = [
  { name: 'start', priority: 90, tags: ['$initial'] },
  // the layout, the first page with its figures, and with them whatever every page behind sign-in needs
  {
    name: 'workbench',
    priority: 80,
    test: /\/src\/(app\/Workbench\.tsx|screens\/(home\/\w+|desk\/Desk)Block\.tsx|api\/(datasets|mail)\.ts|runtime\/host\/noticeHost\.ts)$/,
  },
  { name: 'feeds', priority: 70, test: page('taskList/TaskListBlock|mail/MailBoxBlock|notices/NoticeListBlock') },
  { name: 'records', priority: 60, test: page('list/ListBlock|detail/DetailBlock|todo/TodoBlock') },
  // foreign dialects: downloaded by the designer, and by pages where a back end serves them
  { name: 'importer', priority: 50, test: /\/src\/importer\// },
  // the picture of a process comes without the text editor of the designer
  {
    name: 'diagram',
    priority: 40,
    test: /\/node_modules\/(bpmn-js|bpmn-moddle|moddle|moddle-xml|diagram-js|diagram-js-direct-editing|ids|min-dash|min-dom|tiny-svg|path-intersection|didi|saxen|domify|component-event|clsx|inherits-browser|hammerjs|@bpmn-io)\//,
    entriesAware: true,
  },
  { name: 'editor', priority: 40, test: /\/node_modules\/(@codemirror|@lezer|style-mod|crelt|w3c-keyname|@marijn)\// },
  // the table of sounds is for staff and for the designer: whoever types letters gets it without anything else
  { name: 'pinyin', priority: 30, test: /\/node_modules\/pinyin-pro\// },
  // what is left of shared parts, small ones with the next larger one; nothing of the administrators' tools is among them
  {
    name: 'parts',
    priority: 20,
    test: NO_TOOL,
    entriesAware: true,
    entriesAwareMergeThreshold: 30_000,
    minShareCount: 2,
  },
  { name: 'tools', priority: 10, entriesAware: true, entriesAwareMergeThreshold: 30_000, minShareCount: 2 },
];

/** Groups made for a set of pages are named after all of them. */
export const chunkFileNames = ({ name }: { name: string }): string => `assets/${name.split('~')[0]}-[hash].js`;
