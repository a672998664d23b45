/* SPDX-License-Identifier: MIT
 * System calls on virtual machines and virtual CPUs (virt/).
 *
 * On a CPU without SVM all of virt/ has been given back at boot, and nothing of it may be called.
 */
#include <errno.h>
#include <stddef.h>
#include "threads/init.h"
#include "userprog/syscall.h"
#include "userprog/uargs.h"
#include "userprog/virt.h"
#include "virt/svm.h"
#include "virt/vm.h"

#define CPUID_EXTENDED_MAX 0x80000000
#define CPUID_EXTENDED 0x80000001
#define CPUID_SVM (1u << 2)
#define MSR_VM_CR 0xc0010114
#define VM_CR_SVMDIS (1u << 4)

extern char _virt_start[], _virt_end[];
static bool available;

/* ---- Detection ------------------------------------------------------------------------------ */

static uint32_t cpuid(uint32_t leaf, uint32_t *ecx)
{
    uint32_t ebx, edx;
    *ecx = 0;
    __asm__("cpuid" : "+a"(leaf), "=b"(ebx), "+c"(*ecx), "=d"(edx));
    return leaf;
}

/* AMD APM 2, 15.4. */
static bool cpu_has_svm(void)
{
    uint32_t ecx, low, high;
    if (cpuid(CPUID_EXTENDED_MAX, &ecx) < CPUID_EXTENDED)
        return false;
    cpuid(CPUID_EXTENDED, &ecx);
    if (!(ecx & CPUID_SVM))
        return false;
    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(MSR_VM_CR));
    return !(low & VM_CR_SVMDIS);
}

void virt_init(void)
{
    available = cpu_has_svm();
    if (available)
        svm_init();
    else
        init_give_back(_virt_start, _virt_end);
}

/* ---- The calls ------------------------------------------------------------------------------ */

/* The object of KIND behind FD, of the running process's own: 0, and fd_drop(*H) is due; -ENODEV,
 * -EBADF, -EPERM. */
static int hold(int fd, enum ofile_kind kind, struct held *h)
{
    if (!available)
        return -ENODEV;
    *h = fd_hold(fd);
    if (h->of == NULL)
        return -EBADF;
    int err = -EBADF;
    if (h->of->kind == kind)
        err = vm_check_owner(kind == OFILE_VM ? h->of->vm : h->of->vcpu->vm);
    if (err < 0)
        fd_drop(*h);
    return err;
}

static int add_vm(struct vm *vm)
{
    struct ofile *of;
    int err = ofile_create(OFILE_VM, vm, false, false, &of);
    if (err < 0)
        vm_unref(vm);
    return err < 0 ? err : fd_add(of);
}

int sys_vm_create(const uint32_t *args)
{
    struct vm *vm;
    int err = available ? vm_make(args[0], &vm) : -ENODEV;
    return err < 0 ? err : add_vm(vm);
}

static int add_vcpu(struct vcpu *vcpu)
{
    struct ofile *of;
    int err = ofile_create(OFILE_VCPU, vcpu, false, false, &of);
    if (err < 0)
        vcpu_unref(vcpu);
    return err < 0 ? err : fd_add(of);
}

int sys_vcpu_create(const uint32_t *args)
{
    struct held h;
    struct vcpu *vcpu;
    int err = hold(args[0], OFILE_VM, &h);
    if (err < 0)
        return err;
    err = vcpu_make(h.of->vm, &vcpu);
    fd_drop(h);
    return err < 0 ? err : add_vcpu(vcpu);
}

int sys_vm_control(const uint32_t *args)
{
    struct held h;
    int err = hold(args[0], OFILE_VM, &h);
    if (err < 0)
        return err;
    err = vm_control(h.of->vm, args[1], args[2]);
    fd_drop(h);
    return err;
}

/* Holds a virtual CPU for the calling thread alone. */
static int hold_vcpu(int fd, struct held *h)
{
    int err = hold(fd, OFILE_VCPU, h);
    if (err < 0)
        return err;
    err = vcpu_acquire(h->of->vcpu);
    if (err < 0)
        fd_drop(*h);
    return err;
}

static int drop_vcpu(struct held h, int result)
{
    vcpu_release(h.of->vcpu);
    fd_drop(h);
    return result;
}

static int interrupt(int fd, uintptr_t arg)
{
    struct held h;
    int err = hold(fd, OFILE_VCPU, &h);
    if (err < 0)
        return err;
    err = vcpu_interrupt(h.of->vcpu, arg);
    fd_drop(h);
    return err;
}

int sys_vcpu_control(const uint32_t *args)
{
    struct held h;
    if (args[1] == VCPU_INTERRUPT)
        return interrupt(args[0], args[2]);
    int err = hold_vcpu(args[0], &h);
    return err < 0 ? err : drop_vcpu(h, vcpu_control(h.of->vcpu, args[1], args[2]));
}

int sys_vcpu_run(const uint32_t *args)
{
    struct held h;
    int err = hold_vcpu(args[0], &h);
    return err < 0 ? err : drop_vcpu(h, vcpu_run(h.of->vcpu, args[1]));
}
