"""Benchmarks that the README quotes, behind `azulejos bench`: they measure and assert nothing."""
