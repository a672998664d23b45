/* SPDX-License-Identifier: MIT
 * Fault against eviction against exit, on one page that two processes share (vm/page.c, pageout.c).
 *
 * The page is anonymous, written to swap when it leaves, and shared, so that both see what either
 * writes.  Each process writes and reads, faulting as needed, and ends; one has a second thread; an evictor takes the page's
 * frame whenever it may.  Every statement between two semicolons may be followed by anybody else's
 * next one, unless it is atomic: so vm_lock protects nothing here that the kernel does not protect.
 *
 * Checked: a read gives what was written last; nobody uses a page or a frame that was freed; frame and
 * slot come back; nobody waits for ever.  BUG is 0 for the kernel as it is; each other value takes one
 * of its precautions out, and a run must find that.
 */
#ifndef BUG
#define BUG 0
#endif
#define USERS 2
#define WRITES 2
#define JUNK 9 /* What a frame holds that is not the page's. */

mtype = { ABSENT, LOADING, RESIDENT, EVICTING };

bool locked;                /* vm_lock */
mtype state = ABSENT;
byte refs = USERS;
bool wanted, dirty, freed;
bool pte[USERS], d[USERS];  /* Present; the CPU's dirty bit. */
bool woken[USERS], waiting[USERS];

byte frames_used, slots_used;
byte frame = JUNK, slot = JUNK; /* Contents. */
bool has_frame, has_slot;
byte truth;                 /* What was written last. */
byte users_left = USERS;

#define LOCK atomic { !locked -> locked = true }
#define UNLOCK locked = false
#define BUSY (state == LOADING || state == EVICTING)

inline wake_all() {
    wanted = false;
    woken[0] = waiting[0];
    woken[1] = waiting[1]
}

/* page_set_state() */
inline set_state(s) {
    d_step {
        state = s;
        if
        :: !BUSY && wanted && BUG != 6 -> wake_all()
        :: else
        fi
    }
}

inline free_frame() {
    d_step { assert(has_frame); has_frame = false; frames_used--; frame = JUNK }
}

inline free_slot() {
    d_step {
        if
        :: has_slot -> has_slot = false; slots_used--; slot = JUNK
        :: else
        fi
    }
}

/* page_wait(): vm_lock held */
inline wait_for_page(i) {
    d_step { wanted = true; waiting[i] = true; woken[i] = false };
    UNLOCK;
    woken[i] -> waiting[i] = false;
    LOCK
}

/* vm_fault(): until the page is mapped. */
inline fault(i) {
    byte content;
    LOCK;
    do
    :: state == RESIDENT || (BUG == 5 && looked) -> break
    :: BUSY && !(BUG == 5 && looked) -> wait_for_page(i); looked = true
    :: state == ABSENT && !(BUG == 5 && looked) ->
        assert(!freed);
        if
        :: BUG != 4 -> set_state(LOADING)
        :: else
        fi;
        if
        :: BUG == 3 -> pte[i] = true; d[i] = false
        :: else
        fi;
        UNLOCK;
        frames_used++;
        if /* The read, which takes its time. */
        :: has_slot -> content = slot
        :: else -> content = 0
        fi;
        LOCK;
        assert(!has_frame);
        d_step { has_frame = true; frame = content };
        set_state(RESIDENT)
    od;
    looked = false;
    d_step { pte[i] = true; d[i] = false };
    UNLOCK
}

/* free_anon(): vm_lock held */
inline free_page() {
    if
    :: state == RESIDENT -> free_frame()
    :: else
    fi;
    free_slot();
    freed = true
}

inline leave(i) {
    LOCK;
    d_step {
        if
        :: pte[i] && d[i] && BUG != 7 -> dirty = true
        :: else
        fi;
        pte[i] = false;
        d[i] = false
    };
    refs--;
    if
    :: refs > 0 || (state == EVICTING && BUG != 1)
    :: else -> assert(state != LOADING); free_page()
    fi;
    UNLOCK
}

proctype User(byte i) {
    byte writes;
    bool looked;
    do
    :: writes < WRITES ->
        if
        :: atomic { pte[i] -> frame = (frame + 1) % 8; truth = (truth + 1) % 8; d[i] = true; writes++ }
        :: atomic { pte[i] -> assert(frame == truth) }
        :: atomic { !pte[i] -> skip }; fault(i)
        fi
    :: writes == WRITES -> break
    od;
    leave(i);
    users_left--
}

/* Another thread of the first process: it sees what the process's own table lets it see. */
proctype Peer() {
    do
    :: atomic { pte[0] -> assert(frame == truth) }
    :: users_left == 0 -> break
    od
}

/* release_frame(): vm_lock held */
inline release_frame() {
    free_frame();
    set_state(ABSENT);
    if
    :: refs == 0 -> free_page()
    :: else
    fi
}

inline unmap_all() {
    d_step {
        dirty = dirty || (pte[0] && d[0]) || (pte[1] && d[1]);
        pte[0] = false;
        pte[1] = false;
        d[0] = false;
        d[1] = false
    }
}

/* evict(): vm_lock held, the page RESIDENT. */
inline evict() {
    byte content;
    set_state(EVICTING);
    if
    :: BUG != 2 -> unmap_all()
    :: else -> dirty = dirty || d[0] || d[1]
    fi;
    if
    :: !dirty -> if :: BUG == 2 -> unmap_all() :: else fi; release_frame()
    :: else ->
        dirty = false;
        if
        :: !has_slot -> d_step { has_slot = true; slots_used++ }
        :: else
        fi;
        UNLOCK;
        content = frame; /* The write, which takes its time. */
        slot = content;
        LOCK;
        assert(!freed);
        if
        :: BUG == 2 -> unmap_all(); dirty = false
        :: else
        fi;
        if
        :: refs > 0 && wanted -> set_state(RESIDENT)
        :: else -> release_frame()
        fi
    fi
}

proctype Evictor() {
    do
    :: users_left == 0 -> break
    :: atomic { !locked && state == RESIDENT && !freed -> locked = true }; evict(); UNLOCK
    od
}

init {
    atomic { run User(0); run User(1); run Peer(); run Evictor() };
    _nr_pr == 1 -> assert(freed && frames_used == 0 && slots_used == 0)
}
