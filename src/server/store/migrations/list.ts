import type { Migration } from 'kysely';
import { core } from './010_core.ts';
import { documents } from './020_documents.ts';
import { mail } from './040_mail.ts';
import { drafts } from './050_drafts.ts';
import { fileLinks } from './060_file_links.ts';
import { notices } from './070_notices.ts';
import { flowEngine } from './080_flow_engine.ts';
import { flowVotes } from './081_flow_votes.ts';
import { flowPhrases } from './090_flow_phrases.ts';
import { taskCentre } from './091_task_centre.ts';
import { areasAndHr } from './092_areas_hr.ts';
import { audit } from './095_audit.ts';
import { menuEditing } from './096_menu_editing.ts';
import { flowOperations } from './096_flow_operations.ts';
import { repeats } from './099_repeats.ts';
import { roleScope } from './100_role_scope.ts';
import { imports } from './110_imports.ts';
import { recordAuditTime } from './120_record_audit_time.ts';
import { flowRuns } from './130_flow_runs.ts';
import { taskOrder } from './140_task_order.ts';
import { flowLeft } from './150_flow_left.ts';
import { instanceForm } from './160_instance_form.ts';
import { sessions } from './170_sessions.ts';
import { flowListening } from './180_flow_listening.ts';
import { listIndexes } from './190_list_indexes.ts';
import { retitling } from './200_retitle.ts';
import { sessionEnds } from './210_session_ends.ts';
import { instanceVersions } from './220_instance_versions.ts';
import { captchaAddress } from './225_captcha_address.ts';
import { reachRevision } from './230_reach_revision.ts';
import { recordHands } from './240_record_hands.ts';
import { recordPlaces } from './241_record_places.ts';
import { flowTimerSet } from './242_flow_timer_set.ts';
import { references } from './400_references.ts';
import { relations } from './250_relations.ts';
import { recordColumns } from './260_record_columns.ts';
import { recordNotes } from './261_record_notes.ts';
import { peopleAdministration } from './300_people.ts';
import { effects } from './320_effects.ts';
import { listViews } from './340_list_views.ts';
import { roleRights } from './310_role_rights.ts';
import { datasets } from './325_datasets.ts';
import { rollups } from './330_rollups.ts';
import { flowWithdrawn } from './345_flow_withdrawn.ts';
import { dictionaryTerms } from './360_dictionary_terms.ts';
import { parameters } from './361_parameters.ts';
import { delegations } from './380_delegations.ts';
import { signature } from './381_signature.ts';
import { jobs } from './385_jobs.ts';
import { outbox } from './386_outbox.ts';
import { recordBin } from './387_record_bin.ts';
import { comments } from './420_comments.ts';
import { roleFields } from './430_role_fields.ts';
import { setupMarks } from './431_setup.ts';
import { packs } from './450_packs.ts';
import { messageChoices } from './440_message_choices.ts';
import { apiKeys } from './441_api_keys.ts';
import { timeRules } from './425_time_rules.ts';
import { secondFactor } from './442_second_factor.ts';
import { subscriptions } from './443_subscriptions.ts';
import { subscriptionAudit } from './444_subscription_audit.ts';
import { recordSearch } from './446_record_search.ts';
import { importPreview } from './447_import_preview.ts';
import { companySignIn } from './460_company_sign_in.ts';
import { visits } from './470_visits.ts';
import { signInLimits } from './480_sign_in_limits.ts';
import { desks } from './480_desks.ts';
import { releases } from './490_releases.ts';
import { directoryRevision } from './500_directory.ts';
import { together } from './510_together.ts';
import { oneTimeUntil } from './530_one_time_until.ts';
import { recycleBin } from './540_removed.ts';
import { documentComments } from './550_document_comments.ts';
import { documentReviews } from './560_document_reviews.ts';
import { guides } from './570_guides.ts';
import { serverHands } from './590_server_hands.ts';
import { verifiedBy } from './600_verified_by.ts';
import { attachmentsOfErased } from './620_attachments_of_erased.ts';
import { folders } from './660_folders.ts';
import { robotPace } from './630_robot_pace.ts';
import { recordStates } from './640_record_states.ts';
import { listViewDefaults } from './670_list_view_defaults.ts';
import { pageErrors } from './690_page_errors.ts';
import { keptValues } from './680_kept_values.ts';
import { uniquesOfVoided } from './610_uniques_of_voided.ts';
import { directoryOrder } from './580_directoryOrder.ts';

/**
 * All migrations by name; they run in the order of their names. Never change a published migration; add a new file
 * instead.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '010_core': core,
  '020_documents': documents,
  '040_mail': mail,
  '050_drafts': drafts,
  '060_file_links': fileLinks,
  '070_notices': notices,
  '080_flow_engine': flowEngine,
  '081_flow_votes': flowVotes,
  '090_flow_phrases': flowPhrases,
  '091_task_centre': taskCentre,
  '092_areas_hr': areasAndHr,
  '095_audit': audit,
  '096_menu_editing': menuEditing,
  '096_flow_operations': flowOperations,
  '099_repeats': repeats,
  '100_role_scope': roleScope,
  '110_imports': imports,
  '120_record_audit_time': recordAuditTime,
  '130_flow_runs': flowRuns,
  '140_task_order': taskOrder,
  '150_flow_left': flowLeft,
  '160_instance_form': instanceForm,
  '170_sessions': sessions,
  '180_flow_listening': flowListening,
  '190_list_indexes': listIndexes,
  '200_retitle': retitling,
  '210_session_ends': sessionEnds,
  '220_instance_versions': instanceVersions,
  '225_captcha_address': captchaAddress,
  '230_reach_revision': reachRevision,
  '240_record_hands': recordHands,
  '241_record_places': recordPlaces,
  '242_flow_timer_set': flowTimerSet,
  '250_relations': relations,
  '260_record_columns': recordColumns,
  '261_record_notes': recordNotes,
  '300_people': peopleAdministration,
  '310_role_rights': roleRights,
  '320_effects': effects,
  '325_datasets': datasets,
  '330_rollups': rollups,
  '340_list_views': listViews,
  '345_flow_withdrawn': flowWithdrawn,
  '360_dictionary_terms': dictionaryTerms,
  '361_parameters': parameters,
  '380_delegations': delegations,
  '381_signature': signature,
  '385_jobs': jobs,
  '386_outbox': outbox,
  '387_record_bin': recordBin,
  '420_comments': comments,
  '430_role_fields': roleFields,
  '431_setup': setupMarks,
  '440_message_choices': messageChoices,
  '400_references': references,
  '441_api_keys': apiKeys,
  '425_time_rules': timeRules,
  '442_second_factor': secondFactor,
  '443_subscriptions': subscriptions,
  '444_subscription_audit': subscriptionAudit,
  '446_record_search': recordSearch,
  '450_packs': packs,
  '447_import_preview': importPreview,
  '460_company_sign_in': companySignIn,
  '470_visits': visits,
  '480_sign_in_limits': signInLimits,
  '480_desks': desks,
  '490_releases': releases,
  '500_directory': directoryRevision,
  '510_together': together,
  '530_one_time_until': oneTimeUntil,
  '540_removed': recycleBin,
  '550_document_comments': documentComments,
  '560_document_reviews': documentReviews,
  '570_guides': guides,
  '580_directory_order': directoryOrder,
  '590_server_hands': serverHands,
  '600_verified_by': verifiedBy,
  '610_uniques_of_voided': uniquesOfVoided,
  '620_attachments_of_erased': attachmentsOfErased,
  '630_robot_pace': robotPace,
  '640_record_states': recordStates,
  '660_folders': folders,
  '670_list_view_defaults': listViewDefaults,
  '680_kept_values': keptValues,
  '690_page_errors': pageErrors,
};
