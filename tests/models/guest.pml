/* SPDX-License-Identifier: MIT
 * A guest's fault against the host's eviction of the page, and against another virtual CPU that
 * changes the guest's table (virt/mmu.c, virt/notify.c, virt/cache*.c).
 *
 * One guest page and the one entry of the guest's table that maps it.  Virtual CPU A writes the page,
 * by its TLB if that knows it, else by the shadow entry, else after a fault that sets one.  B takes the
 * page away from A: it changes the guest's entry, has A load CR3, and from then on A must not reach
 * the page.  The host evicts the page, and writes it to swap in advance, whenever it likes.
 *
 * The machine has one CPU: while a guest runs nobody else does, so what A does inside is one step.  But
 * the TLB is taken to outlive an exit, as real hardware's does, though no emulator at hand would show
 * it.
 *
 * Checked: A never reaches a frame that is not the page's; nothing written is lost; A does not reach the
 * page after B took it away.  BUG is 0 for the kernel as it is; each other value takes one of its
 * precautions out, and a run must find that.
 */
#ifndef BUG
#define BUG 0
#endif
#define WRITES 3
#define JUNK 9

bool locked; /* vm_lock */
#define LOCK atomic { !locked -> locked = true }
#define UNLOCK locked = false

/* The host. */
bool host_pte, host_dirty;  /* The process's own entry; its bit, with the page's own. */
bool resident, evicting;
byte frame = JUNK, swap;
byte truth;

/* The guest's table, its shadow, A's TLB. */
bool guest_maps = true;     /* The guest's entry says: present. */
bool guarded;               /* The table is shadowed: the guest's stores to it trap. */
bool shadow, shadow_dirty;  /* A's shadow entry: present; its D bit. */
bool tlb, tlb_dirty;        /* A's TLB knows the page; it has set D for it. */
bool flush;                 /* A is to enter with a flush. */
bool ask_flush, taken;     /* B's message to A; A has answered: the page is not A's any more. */
bool a_done, b_done;

inline enter_with_flush() {
    if
    :: flush && BUG != 2 -> tlb = false; tlb_dirty = false; flush = false
    :: else
    fi
}

/* A in the guest, up to its exit: a write, if the page can be reached. */
inline guest_write(reached) {
    d_step {
        enter_with_flush();
        if
        :: !tlb && shadow -> tlb = true
        :: else
        fi;
        reached = tlb;
        if
        :: tlb ->
            assert(!taken);
            assert(resident && frame == truth);
            if
            :: !tlb_dirty && shadow -> shadow_dirty = true
            :: else
            fi;
            tlb_dirty = true;
            truth = (truth + 1) % 8;
            frame = truth
        :: else
        fi
    }
}

inline host_fault() {
    byte content;
    do
    :: true ->
        LOCK;
        if
        :: resident && !evicting -> host_pte = true; UNLOCK; break
        :: evicting -> UNLOCK; !evicting
        :: !resident && !evicting ->
            content = swap;
            d_step { frame = content; resident = true };
            UNLOCK
        fi
    od
}

/* mmu_fault() */
inline shadow_fault() {
    bool present;
    present = guest_maps; /* The walk, with no lock. */
    if
    :: !present -> gave_up = true
    :: else ->
        host_fault();
        LOCK;
        if
        :: !host_pte && BUG != 4 -> UNLOCK
        :: else ->
            guarded = true;
            if
            :: !guest_maps && BUG != 5 -> UNLOCK
            :: else -> d_step { shadow = true; shadow_dirty = false }; UNLOCK
            fi
        fi
    fi
}

/* The guest loads CR3: what the TLB knew goes.  The shadow stays, as its table is guarded. */
inline load_cr3() {
    LOCK;
    flush = true;
    UNLOCK;
    d_step { enter_with_flush(); taken = true; ask_flush = false }
}

proctype A() {
    byte writes;
    bool reached, gave_up;
    do
    :: ask_flush -> load_cr3()
    :: !ask_flush && writes < WRITES && !gave_up ->
        guest_write(reached);
        if
        :: reached -> writes++
        :: else -> shadow_fault()
        fi
    :: !ask_flush && (writes == WRITES || gave_up) && b_done -> break
    od;
    a_done = true
}

proctype B() {
    if
    :: skip -> /* Takes the page away. */
        if
        :: atomic { !guarded -> guest_maps = false }
        :: atomic { guarded && !locked -> locked = true };
            d_step {
                guest_maps = false;
                host_dirty = host_dirty || shadow_dirty;
                shadow = false;
                shadow_dirty = false;
                flush = true
            };
            UNLOCK
        fi;
        ask_flush = true;
        !ask_flush
    :: skip
    fi;
    b_done = true
}

/* The notifier: before the host's entry goes. */
inline invalidate_copies() {
    d_step {
        if
        :: BUG != 1 ->
            if
            :: BUG != 3 -> host_dirty = host_dirty || shadow_dirty
            :: else
            fi;
            shadow = false;
            shadow_dirty = false;
            flush = true
        :: else
        fi
    }
}

/* page_fold_dirty() and the write beside another victim: the page stays. */
inline clean_bits() {
    d_step {
        host_dirty = false;
        shadow_dirty = false;
        if
        :: BUG != 6 -> flush = true
        :: else
        fi
    }
}

proctype Host() {
    byte content;
    do
    :: a_done -> break
    :: atomic { !locked && resident && !evicting -> locked = true };
        if
        :: skip ->
            invalidate_copies();
            d_step { host_pte = false; evicting = true };
            if
            :: host_dirty ->
                host_dirty = false;
                UNLOCK;
                content = frame;
                swap = content;
                LOCK
            :: else
            fi;
            d_step { resident = false; evicting = false; frame = JUNK };
            UNLOCK
        :: host_dirty || shadow_dirty ->
            clean_bits();
            UNLOCK;
            content = frame;
            swap = content
        fi
    od
}

init {
    atomic { run A(); run B(); run Host() };
    _nr_pr == 1 -> assert(!resident || frame == truth);
    assert(resident || swap == truth)
}
