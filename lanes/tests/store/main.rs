//! What a store promises, asked of each store.

mod changes;
mod earlier;
mod emitters;
mod feed;
mod house_rules;
mod houses;
mod menus;
mod model;
mod outbox;
mod passes;
mod redis;
mod samples;
mod sessions;
mod sqlite;
mod tickets;
mod turns;
mod upkeep;
mod wakes;

use std::time::Duration;

use lanes::store::{Durability, MemoryStore, RedisSettings, RedisStore, SqliteStore};

/// A store in Redis that promises as much as that.
async fn redis_store(url: &str, durability: Durability) -> RedisStore {
    let audit_kept = Duration::from_hours(1);
    RedisStore::open(
        url,
        RedisSettings { durability, audit_kept, documents_kept: audit_kept, audit_turns_max: 1000 },
    )
    .await
    .unwrap()
}

macro_rules! promises {
    ($($concern:ident: $($promise:ident)*;)*) => {
        mod memory {
            $($(#[tokio::test]
            async fn $promise() {
                crate::$concern::$promise(&super::MemoryStore::default()).await;
            })*)*
        }

        mod in_sqlite {
            $($(#[tokio::test]
            async fn $promise() {
                let folder = tempfile::tempdir().unwrap();
                let store = super::SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
                crate::$concern::$promise(&store).await;
            })*)*
        }

        mod in_redis {
            $($(#[tokio::test]
            async fn $promise() {
                let server = testbed::RedisServer::start(&[]);
                let store = crate::redis_store(&server.url(), lanes::store::Durability::Memory).await;
                crate::$concern::$promise(&store).await;
            })*)*
        }

        #[tokio::test]
        async fn a_cluster_promises_the_same() {
            let cluster = testbed::RedisCluster::start();
            $($(
                cluster.clear();
                $concern::$promise(&redis_store(&cluster.url(), Durability::Memory).await).await;
            )*)*
        }

        #[tokio::test]
        async fn a_master_behind_sentinels_promises_the_same() {
            let sentinels = testbed::RedisSentinels::start();
            $($(
                sentinels.clear();
                let durability = Durability::Replicated { replicas: 2 };
                $concern::$promise(&redis_store(&sentinels.url(), durability).await).await;
            )*)*
        }
    };
}

promises! {
    turns:
        a_lane_that_was_never_used_is_idle_at_version_0
        a_commit_is_read_back_whole
        the_documents_that_turns_name_are_kept
        a_commit_on_another_version_leaves_nothing_behind
        a_version_without_a_lane_is_a_conflict
        a_turn_of_the_same_version_is_told_apart_where_turns_may_be_lost
        an_event_id_is_taken_once_on_its_lane
        a_turn_is_taken_once_in_its_session
        a_ticket_is_created_once
        orders_are_numbered_per_drive_thru_and_date_and_once
        an_idle_lane_keeps_its_version
        one_commit_can_end_a_session_and_open_the_next
        lanes_are_listed_by_drive_thru
        turns_are_found_by_session_and_number;
    tickets:
        changes_of_a_ticket_are_kept_in_order
        what_the_pos_names_is_noted_once
        tickets_are_listed_newest_first
        a_void_that_was_given_up_is_listed_with_the_dead;
    outbox:
        messages_of_a_lane_wait_for_its_oldest
        a_limit_gives_the_oldest_messages
        a_message_that_is_not_due_is_found_on_its_lane_only
        a_failed_delivery_is_tried_again_later
        an_undeliverable_ticket_is_dead
        an_undeliverable_message_leaves_a_ticket_that_was_taken
        a_message_is_settled_once
        a_message_is_claimed_by_one_at_a_time
        a_claim_that_was_taken_over_settles_nothing
        a_claim_holds_longer_while_it_is_renewed
        a_ticket_is_sent_again_once_nothing_about_it_waits
        a_ticket_that_has_changed_is_not_sent_again
        a_void_is_sent_after_what_waits
        what_is_not_known_changes_nothing;
    menus:
        a_new_menu_forgets_what_was_taken_off
        of_what_is_off_the_part_and_the_end_are_kept
        a_menu_is_replaced_if_it_is_the_expected_one
        the_same_menu_is_compiled_once_for_all_who_put_it
        a_menu_that_was_let_go_is_read_again_with_what_is_off
        menus_are_judged_by_what_is_stored
        of_changes_at_once_none_is_lost;
    changes:
        what_is_changed_is_stored_with_who_changed_it
        the_newest_changes_are_kept;
    house_rules:
        rules_are_kept_and_replaced_if_they_are_the_expected_ones
        rules_are_judged_by_what_is_stored_and_by_their_menu
        a_version_is_in_use_from_its_time_on_in_every_process
        versions_that_do_not_fit_are_not_activated_and_old_ones_go
        rules_that_were_stored_without_versions_are_in_use;
    houses:
        a_house_is_kept_until_another_is_put
        a_house_is_replaced_if_it_is_the_expected_one
        houses_are_judged_by_what_is_stored;
    feed:
        a_feed_tells_of_each_turn_once_and_in_order
        a_feed_tells_of_tickets_that_are_new_or_change
        drive_thrus_have_feeds_of_their_own
        a_reader_goes_on_where_it_was
        those_who_wait_for_a_feed_are_told;
    sessions:
        sessions_are_listed_newest_first_and_go_on
        a_session_is_listed_by_its_last_turn_until_it_is_forgotten;
    passes:
        a_pass_is_kept_until_its_time_is_up
        a_pass_is_taken_once;
    wakes:
        lanes_are_due_the_longest_first
        a_turn_says_when_its_lane_is_woken_next
        a_lane_is_put_off_unless_a_turn_has_said_so_since
        a_ticket_is_due_when_its_car_has_left_and_until_it_is_put_off
        a_ticket_of_a_turn_that_is_not_stored_is_not_due;
    upkeep:
        event_ids_are_forgotten_with_their_session
        a_probe_commits;
}
