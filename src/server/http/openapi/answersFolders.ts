import type { Answers, Shape } from './shape.ts';

const FOLDER = '/api/file/folder';
const file: Shape = { id: 'text', fileName: 'text', fileExt: 'text', url: 'text', size: 'integer' };
const version: Shape = { version: 'integer', file, note: 'text', createByName: 'text', createTime: 'text' };
const folderDocument: Shape = {
  id: 'text',
  folderId: 'text',
  name: 'text',
  revision: 'integer',
  version: 'integer',
  file,
  note: 'text',
  createByName: 'text',
  createTime: 'text',
};

/**
 * Answers of the calls for the folders of uploaded files. A document of a folder is a file with versions, not a
 * document of the language.
 */
export const FOLDER_ANSWERS: Answers = {
  [`GET ${FOLDER}/tree`]: [
    {
      id: 'text',
      parentId: 'text|none',
      name: 'text',
      mayWrite: 'flag',
      mayManage: 'flag',
      hasOwnRights: 'flag',
      revision: 'integer',
      documents: 'integer',
    },
  ],
  [`POST ${FOLDER}/save`]: 'text',
  [`POST ${FOLDER}/remove`]: 'none',
  [`GET ${FOLDER}/rights`]: [{ holder: 'text', level: 'text', name: 'text' }],
  [`POST ${FOLDER}/saveRights`]: 'none',
  [`GET ${FOLDER}/documents`]: [folderDocument],
  [`GET ${FOLDER}/search`]: [folderDocument],
  [`POST ${FOLDER}/upload`]: { id: 'text', version: 'integer', name: 'text' },
  [`GET ${FOLDER}/versions`]: [version],
  [`POST ${FOLDER}/restoreVersion`]: 'integer',
  [`POST ${FOLDER}/saveDocument`]: 'none',
  [`POST ${FOLDER}/removeDocument`]: 'none',
  [`GET ${FOLDER}/removed`]: [
    { kind: 'text', id: 'text', name: 'text', place: 'text', removeTime: 'text', removeByName: 'text' },
  ],
  [`POST ${FOLDER}/restore`]: 'none',
  [`POST ${FOLDER}/erase`]: 'none',
};
