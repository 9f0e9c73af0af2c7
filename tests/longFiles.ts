/**
 * Browser tests that `npm run test:long` runs and `npm test` does not, each with the shorter tests that stay: they fail
 * when the same line of the product is removed. `npm test` keeps one journey through each room in a real browser; what
 * is here goes the same ways again with other data, other windows or other faults.
 */
export const LONG_FILES: Readonly<Record<string, readonly string[]>> = {
  'tests/e2e/approval/flow.test.ts': [
    'tests/screens/todo/flowActs.test.tsx',
    'tests/server/approval/acts',
    'tests/shell/settings/settings.test.tsx',
  ],
  'tests/e2e/approval/flowPhone.test.ts': [
    'tests/designer/flow/panels.test.tsx',
    'tests/designer/flow/flowEditor.test.tsx',
  ],
  'tests/e2e/chains/laboratory.test.ts': [
    'tests/server/effects/laboratory.test.ts',
    'tests/screens/actions/recordActions.test.tsx',
    'tests/screens/detail/fromAnother.test.tsx',
    'tests/e2e/approval/mainJob.test.ts',
    'tests/e2e/designer/carRequest.test.ts',
  ],
  'tests/e2e/chains/money.test.ts': [
    'tests/server/effects/money.test.ts',
    'tests/server/effects/contractEnds.test.ts',
    'tests/screens/actions/recordActions.test.tsx',
    'tests/screens/detail/fromAnother.test.tsx',
    'tests/e2e/approval/mainJob.test.ts',
    'tests/e2e/designer/carRequest.test.ts',
  ],
  'tests/e2e/designer/administrator.test.ts': [
    'tests/designer/editor/editor.test.tsx',
    'tests/server/documents/formLifeCycle.test.ts',
  ],
  'tests/e2e/designer/designer.test.ts': [
    'tests/e2e/designer/carRequest.test.ts',
    'tests/designer/datasets/designing.test.tsx',
    'tests/designer/canvas/canvas.test.tsx',
    'tests/designer/excel/dialog.test.tsx',
  ],
  'tests/e2e/designer/flowDesign.test.ts': [
    'tests/designer/flow/plan.test.ts',
    'tests/designer/flow/offers.test.tsx',
    'tests/designer/flow/newFlow.test.tsx',
    'tests/designer/flow/flowEditor.test.tsx',
    'tests/designer/flow/comments.test.tsx',
    'tests/designer/forms/importing.test.tsx',
    'tests/server/approval/design/design.test.ts',
  ],
  'tests/e2e/designer/flowFiles.test.ts': [
    'tests/designer/flow/foreign.test.ts',
    'tests/designer/flow/anyFile.test.ts',
    'tests/designer/flow/flowEditor.test.tsx',
  ],
  'tests/e2e/designer/fromText.test.ts': [
    'tests/designer/excel/labels.test.ts',
    'tests/designer/excel/dialog.test.tsx',
  ],
  'tests/e2e/designer/impact.test.ts': [
    'tests/designer/uses/documentActions.test.tsx',
    'tests/designer/uses/impactPanel.test.tsx',
    'tests/designer/uses/overtaken.test.tsx',
    'tests/server/documents/impact.test.ts',
    'tests/server/documents/endOfLife.test.ts',
  ],
  'tests/e2e/designer/newScreen.test.ts': [
    'tests/designer/menu/menuManager.test.tsx',
    'tests/server/system/menuEdit.test.ts',
    'tests/app/hiddenPages.test.ts',
    'tests/app/pages.test.tsx',
    'tests/shell/sideMenu/sideMenu.test.tsx',
  ],
  'tests/e2e/designer/packs.test.ts': ['tests/designer/packs/packs.test.tsx', 'tests/server/packs/packs.test.ts'],
  'tests/e2e/designer/rules.test.ts': [
    'tests/designer/canvas/rules.test.tsx',
    'tests/e2e/designer/pageDesign.test.ts',
    'tests/server/effects/eventEffects.test.ts',
    'tests/server/timeRules/reminders.test.ts',
  ],
  'tests/e2e/designer/screens.test.ts': [
    'tests/shell/layout.test.ts',
    'tests/designer/forms/importing.test.tsx',
    'tests/designer/canvas/shell.test.tsx',
    'tests/server/documents/documents.test.ts',
    'tests/e2e/designer/pageDesign.test.ts',
  ],
  'tests/e2e/designer/templates.test.ts': [
    'tests/server/packs/templates.test.ts',
    'tests/designer/templates/gallery.test.tsx',
  ],
  'tests/e2e/designer/threeSheets.test.ts': [
    'tests/designer/excel/guess.test.ts',
    'tests/designer/excel/dialog.test.tsx',
    'tests/server/imports/imports.test.ts',
  ],
  'tests/e2e/designer/together.test.ts': [
    'tests/designer/together/presentPeople.test.tsx',
    'tests/designer/together/merge.test.ts',
    'tests/designer/editor/editor.test.tsx',
    'tests/designer/uses/overtaken.test.tsx',
    'tests/server/together/presence.test.ts',
  ],
  'tests/e2e/everywhere/engines.test.ts': ['tests/e2e/forms/faults.test.ts', 'tests/e2e/session/session.test.ts'],
  'tests/e2e/everywhere/trust.test.ts': [
    'tests/server/audit/audit.test.ts',
    'tests/server/http/headers.test.ts',
    'tests/server/roles/roleScope.test.ts',
    'tests/server/files/openFiles.test.ts',
    'tests/designer/scopes/roleScopes.test.tsx',
    'tests/designer/audit/auditLog.test.tsx',
    'tests/screens/template/template.test.tsx',
    'tests/house/security.test.ts',
    'tests/house/markup.test.ts',
  ],
  'tests/e2e/everywhere/unusualWindows.test.ts': [
    'tests/e2e/everywhere/everyRoute.test.ts',
    'tests/screens/print/print.test.tsx',
  ],
  'tests/e2e/forms/breaking.test.ts': [
    'tests/e2e/forms/faults.test.ts',
    'tests/session/forgivingStorage.test.ts',
    'tests/screens/mail/mailBox.test.tsx',
    'tests/screens/shared/browserStore.test.ts',
    'tests/shell/outlet/outlet.test.tsx',
  ],
  'tests/e2e/forms/drafts.test.ts': [
    'tests/screens/detail/draftOffer.test.tsx',
    'tests/screens/detail/drafts.test.ts',
    'tests/screens/detail/keptEntries.test.tsx',
    'tests/screens/detail/detail.test.tsx',
    'tests/screens/detail/changes.test.tsx',
    'tests/screens/home/draftPanel.test.tsx',
    'tests/records/threeWay.test.ts',
    'tests/server/drafts/drafts.test.ts',
  ],
  'tests/e2e/forms/everyTag.test.ts': [
    'tests/runtime/node/everyTag.test.tsx',
    'tests/widgets/searchedSelect.test.tsx',
    'tests/e2e/everywhere/axe.test.ts',
  ],
  'tests/e2e/forms/lookups.test.ts': [
    'tests/runtime/form/lookups.test.ts',
    'tests/server/records/lookups/lookups.test.ts',
  ],
  'tests/e2e/forms/nestedRows.test.ts': ['tests/widgets/layout.test.tsx', 'tests/widgets/cell.test.tsx'],
  'tests/e2e/forms/slowUpload.test.ts': [
    'tests/widgets/upload.test.tsx',
    'tests/screens/detail/savingPending.test.ts',
    'tests/screens/todo/opinionFiles.test.tsx',
  ],
  'tests/e2e/forms/subTableData.test.ts': [
    'tests/widgets/subTable/pick.test.tsx',
    'tests/widgets/subTable/data.test.tsx',
    'tests/server/records/save/pickedRows.test.ts',
  ],
  'tests/e2e/screens/board.test.ts': [
    'tests/screens/board/board.test.tsx',
    'tests/screens/figures/statFigure.test.tsx',
    'tests/e2e/screens/drill.test.ts',
  ],
  'tests/e2e/screens/chain.test.ts': [
    'tests/screens/chain/chain.test.tsx',
    'tests/server/recordPages/timeline.test.ts',
  ],
  'tests/e2e/screens/discussion.test.ts': [
    'tests/screens/thread/thread.test.tsx',
    'tests/screens/notices/reminders.test.tsx',
    'tests/screens/timeline/timeline.test.tsx',
    'tests/server/recordPages/comments.test.ts',
    'tests/server/recordPages/timeline.test.ts',
    'tests/server/events/recordNews.test.ts',
    'tests/api/news.test.ts',
  ],
  'tests/e2e/screens/formAhead.test.ts': ['tests/screens/list/preloadForm.test.tsx', 'tests/app/ahead.test.ts'],
  'tests/e2e/screens/mergeCustomers.test.ts': ['tests/server/effects/merge.test.ts'],
  'tests/e2e/screens/messages.test.ts': [
    'tests/screens/mail/mailBox.test.tsx',
    'tests/screens/mail/mailWrite.test.tsx',
    'tests/screens/notices/noticeWrite.test.tsx',
  ],
  'tests/e2e/screens/news.test.ts': [
    'tests/api/news.test.ts',
    'tests/shell/noticeButton/noticeButton.test.tsx',
    'tests/shell/sideMenu/sideMenu.test.tsx',
    'tests/screens/noticePush/noticePush.test.tsx',
    'tests/server/events/events.test.ts',
  ],
  'tests/e2e/screens/officeWork.test.ts': [
    'tests/screens/todo/flowActs.test.tsx',
    'tests/widgets/subTable/data.test.tsx',
  ],
  'tests/e2e/screens/organisation.test.ts': [
    'tests/screens/systemList/sideTree.test.tsx',
    'tests/screens/systemList/treeMoves.test.ts',
    'tests/screens/systemList/offered.test.ts',
    'tests/server/system/orgs.test.ts',
  ],
  'tests/e2e/screens/printRelated.test.ts': ['tests/screens/print/print.test.tsx'],
  'tests/e2e/screens/projectOffice.test.ts': [
    'tests/screens/actions/recordActions.test.tsx',
    'tests/server/effects/contractEnds.test.ts',
    'tests/server/effects/handovers.test.ts',
  ],
  'tests/e2e/screens/subscriptions.test.ts': [
    'tests/screens/subscriptions/subscriptions.test.tsx',
    'tests/server/subscriptions/subscriptions.test.ts',
  ],
  'tests/e2e/screens/transfers.test.ts': [
    'tests/api/downloads.test.ts',
    'tests/session/downloads.test.ts',
    'tests/shell/downloads.test.tsx',
    'tests/widgets/upload.test.tsx',
    'tests/widgets/uploadLimit.test.tsx',
  ],
  'tests/e2e/screens/upgraded.test.ts': [
    'tests/server/store/upgrade.test.ts',
    'tests/server/store/upgradeColumns.test.ts',
  ],
  'tests/e2e/screens/video.test.ts': ['tests/screens/media/media.test.tsx'],
  'tests/e2e/session/companySignIn.test.ts': [
    'tests/server/auth/company/openId.test.ts',
    'tests/session/session.test.ts',
    'tests/shell/signIn/signIn.test.tsx',
  ],
  'tests/e2e/session/emptyCompany.test.ts': [
    'tests/designer/menu/menuManager.test.tsx',
    'tests/server/people/people.test.ts',
    'tests/designer/setup/guide.test.tsx',
    'tests/server/system/setup.test.ts',
  ],
  'tests/e2e/session/firstStart.test.ts': [
    'tests/designer/setup/guide.test.tsx',
    'tests/screens/systemList/checkedImport.test.tsx',
    'tests/server/system/setup.test.ts',
    'tests/server/people/people.test.ts',
    'tests/server/calls/callMatrix.test.ts',
  ],
  'tests/e2e/session/keptKeys.test.ts': [
    'tests/session/session.test.ts',
    'tests/session/userList.test.ts',
    'tests/shell/layout.test.ts',
    'tests/shell/settings/settings.test.tsx',
  ],
  'tests/e2e/session/sessionTokens.test.ts': ['tests/api/refresh.test.ts', 'tests/screens/detail/keptEntries.test.tsx'],
  'tests/e2e/shell/missingParts.test.ts': ['tests/app/missingParts.test.ts', 'tests/runtime/node/missingPart.test.tsx'],
  'tests/e2e/shell/ownHome.test.ts': ['tests/screens/home/desk.test.tsx', 'tests/server/home/home.test.ts'],
  'tests/e2e/shell/shellLook.test.ts': ['tests/shell/settings/settings.test.tsx', 'tests/shell/layout.test.ts'],
  'tests/e2e/shell/windowMessages.test.ts': [
    'tests/shell/messages/messages.test.ts',
    'tests/shell/messages/windowMessages.test.tsx',
    'tests/screens/preview/preview.test.tsx',
    'tests/server/http/web.test.ts',
  ],
};

/**
 * Single tests that only `npm run test:long` runs, by file and the beginning of their names, with the tests that stay.
 */
export const LONG_TESTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'tests/e2e/forms/formLayout.test.ts': {
    'the list of sections leads': ['tests/runtime/screen/sections.test.tsx', 'tests/e2e/forms/formLayout.test.ts'],
    'choices follow their parent': [
      'tests/runtime/form/linkage.test.ts',
      'tests/screens/print/print.test.tsx',
      'tests/app/hiddenPages.test.ts',
    ],
    'a Formily application renders': [
      'tests/runtime/formily/foreignForm.test.tsx',
      'tests/runtime/formily/toFormilySchema.test.ts',
    ],
    'the rules of a Formily component are held': [
      'tests/widgets/fixtures.test.tsx',
      'tests/e2e/forms/formLayout.test.ts',
    ],
  },
  'tests/e2e/forms/faults.test.ts': {
    'offers typed values back': [
      'tests/screens/detail/draftOffer.test.tsx',
      'tests/screens/detail/unsentDraft.test.tsx',
      'tests/screens/detail/detail.test.tsx',
      'tests/server/drafts/drafts.test.ts',
    ],
  },
  'tests/e2e/forms/subTableGrid.test.ts': {
    'take ten thousand lines': ['tests/widgets/subTable/editing.test.tsx', 'tests/widgets/subTable/blocks.test.ts'],
  },
  'tests/e2e/approval/taskCentre.test.ts': {
    'exports what is filtered': ['tests/screens/taskList/taskCentre.test.tsx'],
    'prints labels of %s': ['tests/screens/labels/labels.test.tsx', 'tests/e2e/approval/taskCentre.test.ts'],
  },
  'tests/e2e/designer/importForms.test.ts': {
    'of another family is taken': [
      'tests/importer/designers.test.ts',
      'tests/designer/check/lenient.test.ts',
      'tests/designer/forms/importing.test.tsx',
      'tests/designer/editor/editor.test.tsx',
    ],
    'whose options come from an address': [
      'tests/designer/forms/importing.test.tsx',
      'tests/designer/forms/optionSources.test.ts',
      'tests/server/documents/readVersions.test.ts',
    ],
    'of several megabytes': ['tests/designer/forms/importing.test.tsx', 'tests/designer/editor/editor.test.tsx'],
    'is changed, compared with': [
      'tests/designer/forms/importing.test.tsx',
      'tests/designer/diff/diff.test.ts',
      'tests/designer/uses/impactPanel.test.tsx',
      'tests/server/documents/documents.test.ts',
    ],
  },
  'tests/e2e/designer/pageDesign.test.ts': {
    'gives a chart its height': [
      'tests/designer/screens/heightHandle.test.tsx',
      'tests/designer/canvas/pageLayout.test.tsx',
    ],
    'opens a closed tab under': [
      'tests/designer/canvas/closedPanes.test.ts',
      'tests/designer/canvas/containers.test.ts',
    ],
    'is designed in the layout of a phone': [
      'tests/designer/canvas/pageLayout.test.tsx',
      'tests/designer/screens/phoneLayout.test.tsx',
    ],
  },
  'tests/e2e/everywhere/axe.test.ts': {
    'hears the home page': ['tests/screens/places.test.tsx', 'tests/e2e/everywhere/axe.test.ts'],
    'hears the to-do list': ['tests/screens/taskList/taskCentre.test.tsx'],
    'hears a record that is read': [
      'tests/runtime/node/everyTag.test.tsx',
      'tests/screens/todo/flowPicture.test.tsx',
      'tests/e2e/everywhere/axe.test.ts',
    ],
  },
  'tests/e2e/screens/drill.test.ts': {
    'says of each place how many': ['tests/screens/list/map.test.tsx', 'tests/server/records/list/operators.test.ts'],
    'on the cards, the map': [
      'tests/e2e/screens/drill.test.ts',
      'tests/screens/figures/statTable.test.tsx',
      'tests/screens/map/mapBlock.test.tsx',
      'tests/server/datasets/demoFigures.test.ts',
    ],
    'in the province of a map': ['tests/screens/map/mapBlock.test.tsx', 'tests/server/datasets/halving.test.ts'],
    'in the cells and totals of a pivot': [
      'tests/screens/figures/pivot.test.tsx',
      'tests/screens/list/ledger.test.tsx',
      'tests/server/datasets/demoFigures.test.ts',
    ],
    'is laid out anew with the mouse': ['tests/screens/figures/pivot.test.tsx', 'tests/server/datasets/lines.test.ts'],
    'is laid out anew with the keyboard': ['tests/screens/figures/pivot.test.tsx'],
  },
  'tests/e2e/session/entry.test.ts': {
    'goes to the first page of the menu': ['tests/session/menu.test.ts', 'tests/app/guard.test.tsx'],
    'and types /login again': ['tests/app/guard.test.tsx', 'tests/shell/outlet/outlet.test.tsx'],
  },
  'tests/e2e/shell/firstPaint.test.ts': {
    'is dark from the first moment': ['tests/app/early.test.ts', 'tests/e2e/shell/firstPaint.test.ts'],
    'is dark for who has just signed in': ['tests/app/bootMark.test.tsx', 'tests/app/early.test.ts'],
    'of a page that is %s': [
      'tests/app/ahead.test.ts',
      'tests/api/ahead.test.ts',
      'tests/e2e/shell/firstPaint.test.ts',
    ],
  },
  'tests/server/backup/backupKilled.test.ts': {
    'whose restore was killed': ['tests/server/backup/backup.test.ts'],
    'that was killed while it was written': ['tests/server/backup/backupKilled.test.ts'],
  },
  'tests/server/files/bucketServer.test.ts': {
    'is backed up with its files': ['tests/server/backup/backup.test.ts', 'tests/server/files/bucket.test.ts'],
  },
  'tests/server/operation/chaos.test.ts': {
    'lose nothing, and do nothing twice': [
      'tests/server/store/store.test.ts',
      'tests/server/operation/approvalChaos.test.ts',
      'tests/server/http/idempotency.test.ts',
    ],
    'go on at the other of two servers': [
      'tests/server/operation/approvalChaos.test.ts',
      'tests/server/operation/servers.test.ts',
    ],
  },
  'tests/server/packs/packKilled.test.ts': {
    'a server that is killed while': ['tests/server/packs/packs.test.ts'],
  },
};
